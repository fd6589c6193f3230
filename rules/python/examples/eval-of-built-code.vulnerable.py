def compute(formula):
    return eval(formula)  # finding: eval-of-built-code


def scale(value):
    return eval(f"{value} * 2", {})  # finding: eval-of-built-code
