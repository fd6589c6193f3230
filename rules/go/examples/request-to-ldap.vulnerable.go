package accounts

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-ldap/ldap/v3"
)

func find(w http.ResponseWriter, r *http.Request) {
	filter := fmt.Sprintf("(&(objectClass=person)(uid=%s))", r.FormValue("name"))
	request := ldap.NewSearchRequest("dc=example", 2, 0, 0, 0, false, filter, nil, nil) // finding: request-to-ldap
	conn.Search(request)
}

func base(c *gin.Context) {
	unit := "ou=" + c.Query("unit") + ",dc=example"
	ldap.NewSearchRequest(unit, 2, 0, 0, 0, false, "(uid=*)", nil, nil) // finding: request-to-ldap
	ldap.CompileFilter("(uid=" + c.Param("uid") + ")")                   // finding: request-to-ldap
}
