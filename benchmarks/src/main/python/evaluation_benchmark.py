"""DataComp's zero-shot classification in Python, to stand beside `falcon eval datacomp`: the official
evaluator's steps, in one process, with ONNX Runtime on the same graphs.

python3 evaluation_benchmark.py MODEL DATA KEY...

MODEL is a folder of CLIP's graphs, DATA has a folder wds_KEY_test for each task. A class is the mean
of its templates' vectors; pictures are decoded by Pillow and go in batches of 64; accuracies are
scikit-learn's. Prints a line a task. Wants onnxruntime, tokenizers, pillow, scikit-learn, numpy.
"""

import io
import json
import os
import sys
import tarfile

import numpy
import onnxruntime
from PIL import Image
from sklearn.metrics import accuracy_score, balanced_accuracy_score
from tokenizers import Tokenizer

BATCH, LENGTH = 64, 77


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


class Model:
    def __init__(self, folder):
        self.vision = session(os.path.join(folder, "vision_model.onnx"))
        self.text = session(os.path.join(folder, "text_model.onnx"))
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
        return unit(self.text.run(["text_embeds"], {"input_ids": ids})[0])

    def images(self, pixels):
        return unit(self.vision.run(["image_embeds"], {"pixel_values": numpy.stack(pixels)})[0])

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


opened = Model(sys.argv[1])
for key in sys.argv[3:]:
    count, first, fifth, balanced = evaluate(opened, os.path.join(sys.argv[2], f"wds_{key.replace('/', '-')}_test"))
    print(f"{key}\t{count}\tacc1 {first:.6f}\tacc5 {fifth:.6f}\tmean_per_class_recall {balanced:.6f}", flush=True)
