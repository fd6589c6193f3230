import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.AnyTypePermission;

class Import {
    XStream open() {
        XStream xstream = new XStream();
        xstream.addPermission(AnyTypePermission.ANY); // finding: xstream-any-type
        xstream.allowTypesByRegExp(new String[] {".*"}); // finding: xstream-any-type
        xstream.allowTypesByWildcard(new String[] {"**"}); // finding: xstream-any-type
        return xstream;
    }
}
