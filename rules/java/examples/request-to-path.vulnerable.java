import java.io.*;
import java.nio.file.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
class Manuals {
    void show(HttpServletRequest request) throws IOException {
        String name = request.getParameter("name");
        new FileInputStream("manuals/" + name).read(); // finding: request-to-path
    }

    @GetMapping("/picture")
    public byte[] picture(@RequestParam("name") String name) throws IOException {
        Path path = Paths.get("/srv/pictures", name);
        return Files.readAllBytes(path); // finding: request-to-path
    }

    @PostMapping("/upload")
    public void upload(MultipartFile file) throws IOException {
        File target = new File("/srv/uploads", file.getOriginalFilename());
        file.transferTo(target); // finding: request-to-path
    }

    @DeleteMapping("/note")
    public void remove(@RequestParam String note) throws IOException {
        Files.delete(Path.of("notes/" + note)); // finding: request-to-path
    }
}
