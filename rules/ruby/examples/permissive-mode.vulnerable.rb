File.chmod(0777, "upload.sh") # finding: permissive-mode
FileUtils.chmod_R(0666, "data") # finding: permissive-mode
FileUtils.chmod("a+rwx", "cache") # finding: permissive-mode
path = Pathname.new("log.txt")
path.chmod(0o757) # finding: permissive-mode
