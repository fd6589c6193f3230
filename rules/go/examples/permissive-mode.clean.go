package files

import (
	"os"
	"testing"
)

func write(data []byte, mode os.FileMode) {
	os.WriteFile("settings.json", data, 0600)
	os.MkdirAll("uploads", 0o755)
	os.Chmod("run.sh", 0755)
	os.OpenFile("a.log", os.O_RDONLY, 0777)
	os.WriteFile("b.json", data, 0666)
	os.OpenFile("b.log", os.O_CREATE, mode)
}

func TestWrite(t *testing.T) {
	os.Chmod("uploads", 0777)
}
