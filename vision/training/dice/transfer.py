"""Start others from the context classifier: `python -m vision.training.dice.transfer POOL [--refiner] --weights W0`.

The weights are taken back from the exported network, in which the normalisations are folded into the convolutions: they
are measured anew on patches of the data set. For the far context classifier the last layer is laid over the larger
patch; what it says of the way down is forgotten, for a network that is wrong and certain of it learns nothing. The
refiner of frames begins with next to nothing to say.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx  # type: ignore[import-not-found, unused-ignore]
import torch  # type: ignore[import-not-found, unused-ignore]
from onnx import numpy_helper  # type: ignore[import-not-found, unused-ignore]

from vision.dice.classify.context_network import SPREAD, WAY
from vision.dice.patches import AROUND, FAR_AROUND, levelled
from vision.dice.refine import network as refiner
from vision.training.batches import Array
from vision.training.dice.context_classifier import FAR_TASK, NEAR_TASK
from vision.training.dice.refiner import REFINER_TASK
from vision.training.nets import Net, around_net
from vision.training.patch_training import gather

PATCHES = 1500
"""So many are enough to measure normalisations on."""
STRIDE = 16
"""Pixels of a patch to a cell of the last layer."""


def weights_of_onnx(path: Path) -> list[tuple[Net, Net]]:
    """Return the weights and the bias of each convolution of an exported network, in their order."""
    graph = onnx.load(str(path)).graph
    stored = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    return [(stored[node.input[1]], stored[node.input[2]]) for node in graph.node if node.op_type == "Conv"]


def farther(weights: list[tuple[Net, Net]], patches: Array) -> Net:
    """Return the far context classifier, initialised with the nearer one's `weights`; it must still be trained.

    Its steps answer as theirs did, on `patches` (n, 3, px, px) of the larger view; its last layer must learn.
    """
    net = around_net(FAR_AROUND.px)
    with torch.no_grad():
        _lay_over(_carried_over(net, weights, patches), *weights[-1])
    return net


def fitting(weights: list[tuple[Net, Net]], patches: Array) -> Net:
    """Return the refiner, initialised with the `weights` of a classifier of the same patch; it hardly moves a frame."""
    net = REFINER_TASK.net()
    last = _carried_over(net, weights, patches)
    with torch.no_grad():
        last.weight.mul_(0.1)
        last.bias.zero_()
        last.bias[refiner.SPREAD] = -1.5
    return net


def _carried_over(net: Net, weights: list[tuple[Net, Net]], patches: Array) -> Net:
    """Give all layers but the last one the `weights` of another network, and return the last one."""
    *steps, last = (part for part in net.eval().modules() if isinstance(part, torch.nn.Conv2d))
    norms = [part for part in net.modules() if isinstance(part, torch.nn.BatchNorm2d)]
    with torch.no_grad():
        for convolution, norm, (weight, bias) in zip(steps, norms, weights[:-1], strict=True):
            convolution.weight.copy_(weight)
            norm.running_var.fill_(1 - norm.eps)
            norm.bias.copy_(bias)
        for norm in norms:
            _measure(net, norm, torch.from_numpy(patches))
    return last


def _measure(net: Net, norm: Net, patches: Net) -> None:
    """Let a normalisation know what it is given, without changing what it answers."""
    given: list[Net] = []
    watch = norm.register_forward_hook(lambda _, inputs, __: given.append(inputs[0]))
    net(patches)
    watch.remove()
    mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3), unbiased=False)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.add_(mean)


def _lay_over(last: Net, weight: Net, bias: Net) -> None:
    """Give the last layer the weights of a smaller one where both cover the same part of a die, 0 elsewhere."""
    shrink = (FAR_AROUND.px / (1 + 2 * FAR_AROUND.margin)) / (AROUND.px / (1 + 2 * AROUND.margin))
    cells = np.arange(last.weight.shape[-1]) * STRIDE - (FAR_AROUND.px - 1) / 2
    at = (cells / shrink + (AROUND.px - 1) / 2) / STRIDE
    count = weight.shape[-1]
    share = np.maximum(1 - np.abs(at[:, None] - np.arange(count)), 0)
    mixed = torch.from_numpy(share.astype(np.float32))
    last.weight.copy_(torch.einsum("oiyx,ay,bx->oiab", weight, mixed, mixed))
    last.bias.copy_(bias)
    last.weight[WAY.start :] = 0
    last.bias[WAY] = 0
    last.bias[SPREAD] = -1


def main() -> None:
    """Write the weights to begin with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--draws", type=int, default=21, help="seed of the pool whose patches are measured")
    parser.add_argument("--refiner", action="store_true", help="initialise the refiner, not the far context classifier")
    parser.add_argument("--weights", type=Path, required=True, help="where to write the weights")
    asked = parser.parse_args()
    torch.manual_seed(0)
    task, begun = (REFINER_TASK, fitting) if asked.refiner else (FAR_TASK, farther)
    patches, _ = gather(task, asked.dataset, asked.draws, 2)
    chosen = np.random.default_rng(0).choice(len(patches), min(PATCHES, len(patches)), replace=False)
    net = begun(weights_of_onnx(NEAR_TASK.model), levelled(patches[chosen]))
    torch.save(net.state_dict(), asked.weights)


if __name__ == "__main__":
    main()
