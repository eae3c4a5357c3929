"""How the two networks of `vision/network/models/` are made; needs torch and onnx, which the product itself does not.

    pip install torch onnx
    python -m vision.train.pool    POOL --scenes 17500 --seed 13    # draw the pictures once: 15 minutes of one core
    python -m vision.train.faces   POOL --draws 13 --steps 7000     # the face reader, models/face.onnx: 10 minutes
    python -m vision.train.dice    POOL --draws 13 --steps 7000     # the finder, models/dice.onnx: 25 minutes
    python -m vision.train.pool    POOL --scenes 500 --seed 15
    python -m vision.train.examine POOL --exam 15                   # both together, on pictures nobody learnt from

Everything is drawn by `vision.scene`; no photograph takes part. The two files that are shipped grew in several stages;
their exact history and their figures (473 of 473 faces of another renderer read, none of 878 finds wrong from a score
of 0.5 on) are in docs/network.md.
"""
