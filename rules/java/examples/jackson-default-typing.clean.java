import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class Json {
    ObjectMapper plain() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.deactivateDefaultTyping();
        return mapper;
    }

    void typed(ObjectMapper mapper) {
        mapper.activateDefaultTyping(
            BasicPolymorphicTypeValidator.builder().allowIfSubType("com.example.").build());
        ParserConfig.getGlobalInstance().setAutoTypeSupport(false);
        JSON.parseObject(text, Item.class);
    }
}
