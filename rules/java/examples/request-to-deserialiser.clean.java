import java.io.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

@RestController
class State {
    private ObjectMapper mapper;

    Object read(HttpServletRequest request) throws Exception {
        return mapper.readValue(request.getInputStream(), Settings.class);
    }

    @PostMapping("/state")
    public Object state(@RequestBody String text) throws Exception {
        new ObjectInputStream(new FileInputStream("cache.bin")).readObject();
        new ObjectOutputStream(out).writeObject(text);
        return new DataInputStream(new ByteArrayInputStream(text.getBytes())).readInt();
    }
}
