import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;

class Json {
    ObjectMapper old() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping(); // finding: jackson-default-typing
        return mapper;
    }

    void open(ObjectMapper mapper) {
        mapper.activateDefaultTyping(LaissezFaireSubTypeValidator.instance); // finding: jackson-default-typing
        ParserConfig.getGlobalInstance().setAutoTypeSupport(true); // finding: jackson-default-typing
    }
}
