import ftplib
import smtplib
import telnetlib


def transfer(host, user, password):
    ftplib.FTP(host, user, password)  # finding: cleartext-protocol
    telnetlib.Telnet(host)  # finding: cleartext-protocol
    mail = smtplib.SMTP(host)
    mail.login(user, password)  # finding: cleartext-protocol
