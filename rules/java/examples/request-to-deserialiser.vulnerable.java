import java.io.*;
import java.util.Base64;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

@RestController
class State {
    Object read(HttpServletRequest request) throws Exception {
        return new ObjectInputStream(request.getInputStream()).readObject(); // finding: request-to-deserialiser
    }

    @PostMapping("/state")
    public Object state(@RequestBody String text) throws Exception {
        byte[] data = Base64.getDecoder().decode(text);
        InputStream in = new ByteArrayInputStream(data);
        return new ObjectInputStream(in).readObject(); // finding: request-to-deserialiser
    }

    @PostMapping("/xml")
    public Object xml(@RequestBody byte[] data) {
        return new XMLDecoder(new ByteArrayInputStream(data)).readObject(); // finding: request-to-deserialiser
    }
}
