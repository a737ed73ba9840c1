"""A compositional suite in Python with ONNX Runtime, to stand beside `falcon eval compositional`.

python3 compositional_benchmark.py items FOLDER [images] [rows]
python3 compositional_benchmark.py once|official MODEL FOLDER

`items` makes a suite of SugarCrepe's proportions, by default 1,560 images with 7,511 rows: FOLDER/items.csv and
FOLDER/images, pictures of 320 x 240 in JPEG. `once` encodes each picture and each caption once, in batches of 64;
`official` encodes a picture and both captions for every row, one row at a time, as SugarCrepe's own loop does.
MODEL is a folder of CLIP's graphs that clip_model.py made, and captions are filled up to 77 tokens. Prints the
share of right rows. Wants numpy, pillow; tokenizers and onnxruntime.
"""

import csv
import os
import sys

import numpy

WORDS = "man woman dog cat car tree cup table red blue green small large wooden old young bus street".split()


def make(folder, images, rows):
    from PIL import Image

    random = numpy.random.default_rng(1)
    os.makedirs(os.path.join(folder, "images"), exist_ok=True)
    for image in range(images):
        coarse = random.integers(0, 256, (12, 16, 3), dtype=numpy.uint8)
        picture = Image.fromarray(coarse).resize((320, 240), Image.Resampling.BICUBIC)
        picture.save(os.path.join(folder, "images", f"{image:06}.jpg"), quality=90)
    with open(os.path.join(folder, "items.csv"), "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["image", "caption", "negative_caption"])
        for row in range(rows):
            words = list(random.choice(WORDS, 9))
            other = list(words)
            other[int(random.integers(9))] = str(random.choice(WORDS))
            table.writerow([f"{row % images:06}.jpg", "a " + " ".join(words), f"a {' '.join(other)} {row}"])


def rows(folder):
    with open(os.path.join(folder, "items.csv"), newline="") as file:
        return [(row["image"], row["caption"], row["negative_caption"]) for row in csv.DictReader(file)]


def batches(values, size):
    return [values[start : start + size] for start in range(0, len(values), size)]


def main():
    if sys.argv[1] == "items":
        make(sys.argv[2], *[int(count) for count in (sys.argv[3:] + ["1560", "7511"])[:2]])
        return
    from evaluation_benchmark import BATCH, Graphs, Model

    way, model, folder = sys.argv[1:4]
    model, items = Model(Graphs(model), model), rows(folder)

    def picture(name):
        with open(os.path.join(folder, "images", name), "rb") as file:
            return model.prepare(file.read())

    if way == "once":
        names = list(dict.fromkeys(image for image, _, _ in items))
        texts = list(dict.fromkeys(text for row in items for text in row[1:]))
        images = [model.images([picture(name) for name in part]) for part in batches(names, BATCH)]
        vectors = [model.texts(part) for part in batches(texts, BATCH)]
        images = dict(zip(names, numpy.concatenate(images)))
        vectors = dict(zip(texts, numpy.concatenate(vectors)))
        scores = [(images[i] @ vectors[right], images[i] @ vectors[wrong]) for i, right, wrong in items]
    else:
        scores = []
        for image, right, wrong in items:
            seen, read = model.images([picture(image)])[0], model.texts([right, wrong])
            scores.append((seen @ read[0], seen @ read[1]))
    print(100 * numpy.mean([right > wrong for right, wrong in scores]))


main()
