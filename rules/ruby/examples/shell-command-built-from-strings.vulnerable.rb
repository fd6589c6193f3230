def archive(folder, name)
  system("tar czf #{name}.tgz #{folder}") # finding: shell-command-built-from-strings
  text = `git log #{name}` # finding: shell-command-built-from-strings
  out, _status = Open3.capture2("convert #{@file} out.png") # finding: shell-command-built-from-strings
  text + out
end
