import java.io.*;

class Cache {
    Object load(File file) throws Exception {
        ObjectInputStream in = new ObjectInputStream(new FileInputStream(file));
        return in.readObject(); // finding: object-stream-without-filter
    }

    Object parse(byte[] data) throws Exception {
        return new ObjectInputStream(new ByteArrayInputStream(data)).readObject(); // finding: object-stream-without-filter
    }

    Object copy(byte[] data) {
        return SerializationUtils.deserialize(data); // finding: object-stream-without-filter
    }
}
