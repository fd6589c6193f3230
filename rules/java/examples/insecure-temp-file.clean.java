import java.io.*;
import java.nio.file.*;

class Report {
    void write(byte[] data, String folder) throws IOException {
        Path file = Files.createTempFile("report", ".csv");
        Files.write(file, data);
        Files.createTempDirectory("report");
        new FileInputStream("/tmp/report.csv").read();
        new FileOutputStream(folder + "/report.csv").write(data);
        File.createTempFile("report", ".csv");
    }
}
