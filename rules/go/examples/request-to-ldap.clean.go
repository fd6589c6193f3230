package accounts

import (
	"fmt"
	"net/http"

	"github.com/go-ldap/ldap/v3"
)

func find(w http.ResponseWriter, r *http.Request) {
	name := ldap.EscapeFilter(r.FormValue("name"))
	filter := fmt.Sprintf("(&(objectClass=person)(uid=%s))", name)
	conn.Search(ldap.NewSearchRequest("dc=example", 2, 0, 0, 0, false, filter, nil, nil))
	ldap.CompileFilter("(uid=admin)")
	bases := map[string]string{"a": "ou=a,dc=example"}
	ldap.NewSearchRequest(bases[r.FormValue("a")], 2, 0, 0, 0, false, filter, nil, nil)
}
