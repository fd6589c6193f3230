package archive

import (
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
)

func read(in io.Reader) ([]byte, error) {
	reader, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader) // finding: decompression-bomb
}

func unzip(archive *zip.Reader, out *os.File) {
	for _, file := range archive.File {
		member, _ := file.Open()
		io.Copy(out, member) // finding: decompression-bomb
	}
	io.Copy(out, flate.NewReader(os.Stdin)) // finding: decompression-bomb
}
