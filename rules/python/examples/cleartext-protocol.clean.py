import ftplib
import smtplib


def transfer(host, user, password):
    ftplib.FTP_TLS(host, user, password)
    mail = smtplib.SMTP(host)
    mail.starttls()
    mail.login(user, password)
