package files

import (
	"os"
	"path/filepath"
)

func write(data []byte, folder string) {
	os.CreateTemp("", "report-*.csv")
	os.MkdirTemp("", "cache")
	os.OpenFile("/tmp/a", os.O_CREATE|os.O_EXCL, 0o600)
	os.ReadFile("/tmp/report.csv")
	os.Create(filepath.Join(folder, "cache.db"))
	os.WriteFile("tmp/report.csv", data, 0o600)
}
