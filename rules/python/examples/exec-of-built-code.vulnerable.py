def install(source):
    exec(source)  # finding: exec-of-built-code
    unit = compile(source, "plugin", "exec")  # finding: exec-of-built-code
    return unit
