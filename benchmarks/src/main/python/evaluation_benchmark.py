"""DataComp's zero-shot classification in Python, to stand beside `falcon eval datacomp`: the official
evaluator's steps, in one process, in PyTorch as it does, or with ONNX Runtime on the same graphs.

python3 evaluation_benchmark.py torch|onnx MODEL DATA KEY...

MODEL is a folder of CLIP's graphs, for torch one that clip_model.py made, whose weights are read from
the graphs. DATA has a folder wds_KEY_test for each task. A class is the mean of its templates'
vectors; prompts are filled up to 77 tokens; pictures are decoded by Pillow and go in batches of 64;
accuracies are scikit-learn's. Prints a line a task. Wants tokenizers, pillow, scikit-learn, numpy, and
onnxruntime or torch and onnx.
"""

import io
import json
import os
import sys
import tarfile

import numpy
from PIL import Image
from sklearn.metrics import accuracy_score, balanced_accuracy_score
from tokenizers import Tokenizer

BATCH, LENGTH = 64, 77


def session(path):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


class Graphs:
    """Both halves by ONNX Runtime."""

    def __init__(self, folder):
        self.vision = session(os.path.join(folder, "vision_model.onnx"))
        self.text = session(os.path.join(folder, "text_model.onnx"))

    def texts(self, ids):
        return self.text.run(["text_embeds"], {"input_ids": ids})[0]

    def images(self, pixels):
        return self.vision.run(["image_embeds"], {"pixel_values": pixels})[0]


class Layers:
    """Both halves by PyTorch, layer by layer as open_clip's."""

    def __init__(self, folder):
        import onnx
        import torch
        from onnx import numpy_helper

        torch.set_num_threads(len(os.sched_getaffinity(0)))
        self.torch, self.weights = torch, {}
        for name in ("text_model.onnx", "vision_model.onnx"):
            for found in onnx.load(os.path.join(folder, name)).graph.initializer:
                self.weights[found.name] = torch.from_numpy(numpy_helper.to_array(found).copy())

    def linear(self, x, name):
        return self.torch.nn.functional.linear(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def norm(self, x, name):
        weight, bias = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return self.torch.nn.functional.layer_norm(x, weight.shape, weight, bias)

    def blocks(self, x, prefix, causal):
        layer, functional = 0, self.torch.nn.functional
        while f"{prefix}{layer}.ln_1.weight" in self.weights:
            name = f"{prefix}{layer}"
            rows, places, width = x.shape
            stacked = self.linear(self.norm(x, name + ".ln_1"), name + ".attn.in_proj")
            q, k, v = stacked.view(rows, places, 3, width // 64, 64).permute(2, 0, 3, 1, 4)
            seen = functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
            x = x + self.linear(seen.transpose(1, 2).reshape(rows, places, width), name + ".attn.out_proj")
            wide = functional.gelu(self.linear(self.norm(x, name + ".ln_2"), name + ".mlp.c_fc"))
            x = x + self.linear(wide, name + ".mlp.c_proj")
            layer += 1
        return x

    def texts(self, ids):
        with self.torch.inference_mode():
            ids = self.torch.from_numpy(ids)
            x = self.weights["token_embedding.weight"][ids] + self.weights["positional_embedding"]
            x = self.norm(self.blocks(x, "transformer.resblocks.", True), "ln_final")
            ends = x[self.torch.arange(len(ids)), ids.argmax(1)]
            return (ends @ self.weights["text_projection"]).numpy()

    def images(self, pixels):
        with self.torch.inference_mode():
            kernel = self.weights["visual.conv1.weight"]
            x = self.torch.nn.functional.conv2d(self.torch.from_numpy(pixels), kernel, stride=kernel.shape[-1])
            x = x.flatten(2).transpose(1, 2)
            first = self.weights["visual.class_embedding"].expand(len(x), 1, -1)
            x = self.torch.cat([first, x], 1) + self.weights["visual.positional_embedding"]
            x = self.blocks(self.norm(x, "visual.ln_pre"), "visual.transformer.resblocks.", False)
            return (self.norm(x[:, 0], "visual.ln_post") @ self.weights["visual.proj"]).numpy()


class Model:
    def __init__(self, halves, folder):
        self.halves = halves
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.enable_truncation(LENGTH)
        self.tokenizer.enable_padding(length=LENGTH, pad_id=0)
        with open(os.path.join(folder, "preprocessor_config.json")) as file:
            config = json.load(file)
        self.size = config["crop_size"]["height"]
        self.mean = numpy.array(config["image_mean"], numpy.float32)[:, None, None]
        self.deviation = numpy.array(config["image_std"], numpy.float32)[:, None, None]

    def texts(self, captions):
        ids = numpy.array([found.ids for found in self.tokenizer.encode_batch(captions)], numpy.int64)
        return unit(self.halves.texts(ids))

    def images(self, pixels):
        return unit(self.halves.images(numpy.stack(pixels)))

    def prepare(self, data):
        image = Image.open(io.BytesIO(data)).convert("RGB")
        width, height = image.size
        short = min(width, height)
        width, height = int(self.size * width / short), int(self.size * height / short)
        left, top = round((width - self.size) / 2), round((height - self.size) / 2)
        image = image.resize((width, height), Image.Resampling.BICUBIC)
        image = image.crop((left, top, left + self.size, top + self.size))
        pixels = numpy.asarray(image).transpose(2, 0, 1) / numpy.float32(255)
        return (pixels - self.mean) / self.deviation


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)


def lines(path):
    with open(path) as file:
        return [line for line in file.read().split("\n") if line.strip()]


def samples(folder):
    for shard in range(int(lines(os.path.join(folder, "nshards.txt"))[0])):
        parts = {}
        with tarfile.open(os.path.join(folder, f"{shard}.tar")) as tar:
            for member in tar:
                key, kind = member.name.split(".", 1)
                parts.setdefault(key, {})[kind] = tar.extractfile(member).read()
        for found in parts.values():
            picture = next(found[kind] for kind in ("webp", "png", "jpg") if kind in found)
            yield picture, int(found["cls"])


def evaluate(model, folder):
    templates = lines(os.path.join(folder, "zeroshot_classification_templates.txt"))
    classes = []
    for name in lines(os.path.join(folder, "classnames.txt")):
        prompts = [template.replace("{c}", name) for template in templates]
        classes.append(model.texts(prompts).mean(0))
    classes = unit(numpy.stack(classes))
    logits, labels, waiting = [], [], []
    for picture, label in samples(os.path.join(folder, "test")):
        waiting.append(model.prepare(picture))
        labels.append(label)
        if len(waiting) == BATCH:
            logits.append(100 * model.images(waiting) @ classes.T)
            waiting = []
    if waiting:
        logits.append(100 * model.images(waiting) @ classes.T)
    logits, labels = numpy.concatenate(logits), numpy.array(labels)
    order = numpy.argsort(-logits, axis=1, kind="stable")
    best = order[:, : min(5, logits.shape[1])]
    fifth = (best == labels[:, None]).any(1).mean()
    return (len(labels), accuracy_score(labels, order[:, 0]), fifth,
            balanced_accuracy_score(labels, order[:, 0]))


library, folder, data = sys.argv[1:4]
opened = Model((Layers if library == "torch" else Graphs)(folder), folder)
for key in sys.argv[4:]:
    count, first, fifth, balanced = evaluate(opened, os.path.join(data, f"wds_{key.replace('/', '-')}_test"))
    print(f"{key}\t{count}\tacc1 {first:.6f}\tacc5 {fifth:.6f}\tmean_per_class_recall {balanced:.6f}", flush=True)
