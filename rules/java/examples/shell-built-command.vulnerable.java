class Tools {
    void list(String folder) throws Exception {
        Runtime.getRuntime().exec("ls " + folder); // finding: shell-built-command
        new ProcessBuilder("sh", "-c", "du -s " + folder).start(); // finding: shell-built-command
        Runtime.getRuntime().exec(new String[] {"/bin/bash", "-c", "rm " + folder}); // finding: shell-built-command
    }

    Process pack(String name) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        return runtime.exec("tar cf " + name); // finding: shell-built-command
    }
}
