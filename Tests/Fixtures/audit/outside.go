// Checks a checkpoint, an inclusion proof and a consistency proof with golang.org/x/mod/sumdb.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(err error) {
	fmt.Println(err)
	os.Exit(1)
}

func read(path string) string {
	bytes, err := os.ReadFile(path)
	if err != nil {
		fail(err)
	}
	return string(bytes)
}

func hash(text string) tlog.Hash {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(bytes) != tlog.HashSize {
		fail(fmt.Errorf("no hash: %q", text))
	}
	var hash tlog.Hash
	copy(hash[:], bytes)
	return hash
}

func hashes(text string) []tlog.Hash {
	list := []tlog.Hash{}
	for _, line := range strings.Fields(text) {
		list = append(list, hash(line))
	}
	return list
}

// checkpoint opens a signed note and reads the size and the root of its three lines.
func checkpoint(text string, verifier note.Verifier) (int64, tlog.Hash) {
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		fail(err)
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || lines[0] != verifier.Name() {
		fail(fmt.Errorf("no checkpoint: %q", opened.Text))
	}
	return size, hash(lines[2])
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	if err != nil {
		fail(err)
	}
	parts := strings.SplitN(read(os.Args[2]), "\n\n", 2)
	head := strings.SplitN(parts[0], "\n", 3)
	index, err := strconv.ParseInt(strings.TrimPrefix(head[1], "index "), 10, 64)
	if err != nil || head[0] != "c2sp.org/tlog-proof@v1" {
		fail(fmt.Errorf("no proof: %q", parts[0]))
	}
	size, root := checkpoint(parts[1], verifier)
	leaf := tlog.RecordHash([]byte(read(os.Args[3])))
	if err := tlog.CheckRecord(hashes(head[2]), size, root, index, leaf); err != nil {
		fail(err)
	}
	oldSize, oldRoot := checkpoint(read(os.Args[4]), verifier)
	if err := tlog.CheckTree(hashes(read(os.Args[5])), size, root, oldSize, oldRoot); err != nil {
		fail(err)
	}
	fmt.Println("accepted")
}
