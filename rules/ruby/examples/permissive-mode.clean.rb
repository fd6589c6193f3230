File.chmod(0755, "upload.sh")
FileUtils.chmod_R(0640, "data")
FileUtils.chmod("u+x", "tool")
File.chmod(mode, "log.txt")
