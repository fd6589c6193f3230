package tools

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

func list(folder string) {
	exec.Command("sh", "-c", "ls "+folder).Run() // finding: shell-built-command
}

func pack(ctx context.Context, name string, files []string) {
	exec.CommandContext(ctx, "/bin/bash", "-c", fmt.Sprintf("tar cf %s .", name)).Run() // finding: shell-built-command
	exec.Command("bash", "-lc", strings.Join(files, " ")).Run()                         // finding: shell-built-command
}

func show(file string) error {
	command := exec.Command("cmd", "/c", "type "+file) // finding: shell-built-command
	return command.Run()
}
