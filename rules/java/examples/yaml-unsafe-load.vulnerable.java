import org.yaml.snakeyaml.*;

class Settings {
    Object read(String text) {
        return new Yaml().load(text); // finding: yaml-unsafe-load
    }

    Object stream(InputStream in, LoaderOptions options) {
        Yaml yaml = new Yaml();
        options.setTagInspector(tag -> true); // finding: yaml-unsafe-load
        return yaml.load(in); // finding: yaml-unsafe-load
    }
}
