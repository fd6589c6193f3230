import java.io.File;
import java.nio.file.attribute.*;

class Report {
    void open(File file, Set<PosixFilePermission> set) throws IOException {
        file.setWritable(true, false); // finding: permissive-mode
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx")); // finding: permissive-mode
        set.add(PosixFilePermission.OTHERS_WRITE); // finding: permissive-mode
        String command = "chmod 777 report.csv";
        Runtime.getRuntime().exec(command); // finding: permissive-mode
    }
}
