class Tools {
    private static final String FOLDER = "/srv";

    void list(String folder, long pid) throws Exception {
        new ProcessBuilder("ls", "--", folder).start();
        Runtime.getRuntime().exec(new String[] {"ls", folder});
        Runtime.getRuntime().exec("uptime");
        Runtime.getRuntime().exec("ls " + FOLDER);
        Runtime.getRuntime().exec("kill " + pid);
        new ProcessBuilder("sh", "-c", "df -h").start();
        database.exec("drop " + folder);
    }
}
