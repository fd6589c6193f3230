package archive

import (
	"archive/tar"
	"archive/zip"
	"os"
	"path/filepath"
)

func unzip(reader *zip.ReadCloser, folder string) {
	for _, file := range reader.File {
		target := filepath.Join(folder, file.Name)
		os.MkdirAll(target, 0o755) // finding: zip-slip
		os.Create(target)          // finding: zip-slip
	}
}

func untar(reader *tar.Reader, folder string) {
	header, _ := reader.Next()
	out, _ := os.OpenFile(folder+"/"+header.Name, os.O_CREATE, 0o644) // finding: zip-slip
	use(out)
}
