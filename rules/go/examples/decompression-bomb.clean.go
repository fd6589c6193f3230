package archive

import (
	"compress/gzip"
	"io"
	"os"
)

func read(in io.Reader) ([]byte, error) {
	reader, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(reader, 1<<20))
}

func part(in io.Reader, out *os.File) {
	reader, _ := gzip.NewReader(in)
	io.CopyN(out, reader, 1<<20)
	io.Copy(gzip.NewWriter(out), in)
}
