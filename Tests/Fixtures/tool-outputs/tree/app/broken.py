def broken(:
    return eval(1)
