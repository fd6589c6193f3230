import joblib
import numpy as np
import torch


def restore(path, model):
    torch.load(path, weights_only=True)
    np.load(path)
    np.load(path, allow_pickle=False)
    return joblib.dump(model, path)
