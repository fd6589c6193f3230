import com.jcraft.jsch.*;

class Remote {
    void open(Session session, SSHClient ssh) {
        session.setConfig("StrictHostKeyChecking", "no"); // finding: ssh-host-key-unchecked
        Properties config = new Properties();
        config.put("StrictHostKeyChecking", "no"); // finding: ssh-host-key-unchecked
        session.setConfig(config);
        ssh.addHostKeyVerifier(new PromiscuousVerifier()); // finding: ssh-host-key-unchecked
    }
}
