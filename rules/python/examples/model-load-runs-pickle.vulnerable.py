import joblib
import numpy as np
import torch


def restore(path):
    torch.load(path)  # finding: model-load-runs-pickle
    np.load(path, allow_pickle=True)  # finding: model-load-runs-pickle
    return joblib.load(path)  # finding: model-load-runs-pickle
