package files

import (
	"os"
	"path/filepath"
)

const lock = "/tmp/shop.lock"

func write(data []byte) {
	os.WriteFile("/tmp/report.csv", data, 0o600) // finding: predictable-temp-path
	os.Create(lock) // finding: predictable-temp-path
	os.Create(filepath.Join(os.TempDir(), "cache.db")) // finding: predictable-temp-path
	os.OpenFile("/var/tmp/a", os.O_CREATE|os.O_RDWR, 0o600) // finding: predictable-temp-path
}
