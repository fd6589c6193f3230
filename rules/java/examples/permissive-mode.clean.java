import java.io.File;
import java.nio.file.attribute.*;

class Report {
    void open(File file, Set<PosixFilePermission> set) throws IOException {
        file.setWritable(true);
        file.setReadable(true, false);
        file.setWritable(false, false);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        set.add(PosixFilePermission.OWNER_WRITE);
        set.remove(PosixFilePermission.OTHERS_WRITE);
    }
}
