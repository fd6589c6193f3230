import java.io.*;
import java.nio.file.*;

class Report {
    void write(byte[] data) throws IOException {
        new FileOutputStream("/tmp/report.csv").write(data); // finding: insecure-temp-file
        String path = "/tmp/lock";
        new FileWriter(path).close(); // finding: insecure-temp-file
        Files.write(Paths.get("/var/tmp/report.csv"), data); // finding: insecure-temp-file
        File folder = File.createTempFile("report", "");
        folder.delete();
        folder.mkdir(); // finding: insecure-temp-file
    }
}
