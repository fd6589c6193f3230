import java.io.*;

class Cache implements Serializable {
    private transient Object extra;

    Object load(File file) throws Exception {
        ObjectInputStream in = new ObjectInputStream(new FileInputStream(file));
        in.setObjectInputFilter(filter);
        return in.readObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        extra = in.readObject();
    }

    int number(ObjectInputStream in) throws IOException {
        return in.readInt();
    }

    Object json(byte[] data) throws Exception {
        return mapper.readValue(data, Item.class);
    }
}
