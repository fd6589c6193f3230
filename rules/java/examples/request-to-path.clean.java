import java.io.*;
import java.nio.file.*;
import javax.servlet.http.HttpServletRequest;
import org.apache.commons.io.FilenameUtils;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
class Manuals {
    void show(HttpServletRequest request) throws IOException {
        String name = FilenameUtils.getName(request.getParameter("name"));
        new FileInputStream("manuals/" + name).read();
        new FileInputStream("manuals/" + Integer.parseInt(request.getParameter("n")));
    }

    @GetMapping("/picture")
    public byte[] picture(@RequestParam("name") String name) throws IOException {
        Path path = Paths.get("/srv/pictures", name).normalize();
        if (!path.startsWith("/srv/pictures")) {
            throw new FileNotFoundException();
        }
        return Files.readAllBytes(path);
    }

    @PostMapping("/upload")
    public void upload(MultipartFile file) throws IOException {
        Files.write(Path.of("/srv/uploads/" + UUID.randomUUID()), file.getBytes());
        file.transferTo(new File("/srv/uploads", "fixed.csv"));
    }

    @GetMapping("/page/{number}")
    public String page(@PathVariable long number) throws IOException {
        return Files.readString(Path.of("pages/" + number));
    }
}
