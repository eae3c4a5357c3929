"""How the two networks of `vision/models/` are made; needs torch and onnx, which the product itself does not.

    pip install torch onnx
    python -m vision.train.pool  POOL --scenes 20000 --seed 11     # draw the pictures once
    python -m vision.train.faces POOL                              # the reader of one face: models/face.onnx
    python -m vision.train.dice  POOL                              # the finder: models/dice.onnx

Everything is drawn by `vision.scene`; no photograph takes part. The recipe, the times
and the figures are in docs/network.md.
"""
