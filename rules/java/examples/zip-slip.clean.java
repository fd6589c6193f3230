import java.io.*;
import java.nio.file.*;
import java.util.zip.*;

class Archive {
    void unzip(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry = in.getNextEntry();
        File target = new File(folder, entry.getName());
        if (!target.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
            throw new IOException("outside");
        }
        new FileOutputStream(target).write(in.readAllBytes());
    }

    void copy(ZipFile zip, ZipEntry entry, Path folder) throws IOException {
        Path path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
            throw new IOException("outside");
        }
        Files.copy(zip.getInputStream(entry), path);
        new FileOutputStream("fixed.bin").write(1);
        log.info(entry.getName());
    }
}
