package archive

import (
	"archive/tar"
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
)

func unzip(reader *zip.ReadCloser, folder string) {
	for _, file := range reader.File {
		target := filepath.Join(folder, file.Name)
		if !strings.HasPrefix(target, filepath.Clean(folder)+string(os.PathSeparator)) {
			continue
		}
		os.MkdirAll(target, 0o755)
	}
}

func untar(reader *tar.Reader, root *os.Root, folder string) {
	header, _ := reader.Next()
	root.OpenFile(header.Name, os.O_CREATE, 0o644)
	os.Create(filepath.Join(folder, filepath.Base(header.Name)))
	if filepath.IsLocal(header.Name) {
		os.Create(filepath.Join(folder, header.Name))
	}
}
