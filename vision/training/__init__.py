"""How the five networks of `vision/models/` are made; needs torch and onnx, which the product itself does not.

    pip install torch onnx
    # draw the pictures once: 10 minutes of one core
    python -m vision.training.dice.dataset POOL --scenes 10000 --seed 21
    # the validation set
    python -m vision.training.dice.dataset POOL --scenes 500 --seed 25
    # models/face.onnx: 10 minutes
    python -m vision.training.dice.face_classifier POOL --draws 21 --exam 25 --steps 7000
    # models/dice.onnx: half an hour
    python -m vision.training.dice.detector POOL --draws 21 --steps 12000
    # models/context.onnx: 15 minutes
    python -m vision.training.dice.context_classifier POOL --draws 21 --exam 25 --steps 9000
    # where the next one begins
    python -m vision.training.dice.transfer POOL --draws 21 --weights W0
    # half an hour
    python -m vision.training.dice.context_classifier POOL --far --draws 21 --exam 25 --steps 9000 --start W0
    # where the last one begins
    python -m vision.training.dice.transfer POOL --draws 21 --refiner --weights V0
    # half an hour
    python -m vision.training.dice.refiner POOL --draws 21 --exam 25 --steps 12000 --rate 2e-3 --start V0
    # detector and face classifier together
    python -m vision.training.dice.validate POOL --exam 25

All dice are drawn by `vision.render`; no photograph of dice takes part, tables may be cut out of photographs of other
things (`--photos`). The shipped files were trained in several stages: docs/network.md says how, with figures.
"""
