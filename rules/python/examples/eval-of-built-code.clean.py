import ast


def compute(formula, model):
    model.eval()
    eval("1 + 1")
    return ast.literal_eval(formula)
