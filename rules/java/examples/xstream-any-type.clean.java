import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.NoTypePermission;

class Import {
    XStream open() {
        XStream xstream = new XStream();
        xstream.addPermission(NoTypePermission.NONE);
        xstream.allowTypes(new Class[] {Item.class});
        xstream.allowTypesByWildcard(new String[] {"com.example.shop.**"});
        xstream.allowTypesByRegExp(new String[] {"com\\.example\\..*"});
        return xstream;
    }
}
