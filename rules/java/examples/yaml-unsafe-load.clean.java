import org.yaml.snakeyaml.*;
import org.yaml.snakeyaml.constructor.*;

class Settings {
    Object read(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    }

    Object one(InputStream in) {
        Yaml yaml = new Yaml(new Constructor(Config.class, new LoaderOptions()));
        properties.load(in);
        new Yaml().dump(in);
        return yaml.load(in);
    }
}
