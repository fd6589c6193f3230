import com.jcraft.jsch.*;

class Remote {
    void open(JSch jsch, Session session, SSHClient ssh) throws Exception {
        jsch.setKnownHosts("/etc/ssh/known_hosts");
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig("compression", "no");
        ssh.loadKnownHosts();
        ssh.addHostKeyVerifier(fingerprint);
    }
}
