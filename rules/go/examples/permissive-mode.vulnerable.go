package files

import (
	"os"
	"syscall"
)

func write(data []byte) {
	os.WriteFile("settings.json", data, 0o777) // finding: permissive-mode
	syscall.Umask(0) // finding: permissive-mode
	os.Chmod("run.sh", 0777) // finding: permissive-mode
	flags := os.O_CREATE | os.O_WRONLY
	os.OpenFile("a.log", flags, os.ModePerm) // finding: permissive-mode
}
