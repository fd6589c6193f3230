import java.io.*;
import java.nio.file.*;
import java.util.zip.*;

class Archive {
    void unzip(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry = in.getNextEntry();
        File target = new File(folder, entry.getName());
        new FileOutputStream(target).write(in.readAllBytes()); // finding: zip-slip
    }

    void copy(ZipFile zip, ZipEntry entry, Path folder) throws IOException {
        Path path = folder.resolve(entry.getName());
        Files.copy(zip.getInputStream(entry), path); // finding: zip-slip
    }

    void tar(TarArchiveInputStream in, String folder) throws IOException {
        TarArchiveEntry entry = in.getNextEntry();
        Files.write(Paths.get(folder + "/" + entry.getName()), in.readAllBytes()); // finding: zip-slip
    }
}
