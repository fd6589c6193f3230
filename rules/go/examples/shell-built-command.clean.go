package tools

import (
	"fmt"
	"os/exec"
)

func list(folder string, n int) {
	exec.Command("ls", "--", folder).Run()
	exec.Command("sh", "-c", "df -h | tail -n 1").Run()
	exec.Command("sh", "-c", fmt.Sprintf("sleep %d", n)).Run()
	exec.Command("sh", "-c", "df -h "+"/var").Run()
	exec.Command("sh", "script.sh", folder).Run()
	exec.Command("grep", "-c", "a"+folder).Run()
}
