"""Pillow's CPU time for what PreprocessingBenchmark measures; the floats are made by numpy.

python3 preprocessing_benchmark.py FOLDER        measures the pictures of a folder
python3 preprocessing_benchmark.py FOLDER PHOTO  first fills the folder with 640 x 480 JPEGs
"""

import io
import os
import statistics
import sys
import time

import numpy
from PIL import Image

MEAN = numpy.array([0.48145466, 0.4578275, 0.40821073], numpy.float32)
STD = numpy.array([0.26862954, 0.26130258, 0.27577711], numpy.float32)
ROUNDS, PICTURES_A_ROUND, SIZE = 12, 120, 224


def decode(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def whole(data):
    image = decode(data)
    width, height = image.size
    short = min(width, height)
    width, height = int(SIZE * width / short), int(SIZE * height / short)
    left, top = round((width - SIZE) / 2), round((height - SIZE) / 2)
    image = image.resize((width, height), Image.Resampling.BICUBIC)
    return image.crop((left, top, left + SIZE, top + SIZE)).tobytes()


def tensor(data):
    pixels = numpy.frombuffer(whole(data), numpy.uint8).reshape(SIZE, SIZE, 3)
    normalised = (pixels / numpy.float32(255) - MEAN) / STD
    return numpy.ascontiguousarray(normalised.transpose(2, 0, 1))


def median(step, files):
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for i in range(PICTURES_A_ROUND):
            step(files[i % len(files)])
        rounds.append((time.process_time() - start) * 1000 / PICTURES_A_ROUND)
    return statistics.median(rounds)


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for i, photo in enumerate(sys.argv[2:]):
    picture = Image.open(photo).convert("RGB").resize((640, 480), Image.Resampling.LANCZOS)
    picture.save(os.path.join(folder, f"{i}.jpg"), quality=90)
pictures = []
for name in sorted(os.listdir(folder)):
    with open(os.path.join(folder, name), "rb") as file:
        pictures.append(file.read())
print(f"decode {median(decode, pictures):.2f} ms, "
      f"decode, resize, crop {median(whole, pictures):.2f} ms, "
      f"decode to tensor {median(tensor, pictures):.2f} ms")
