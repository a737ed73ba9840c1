"""CPU time of Pillow, of torchvision on Pillow's pictures, and of libjpeg-turbo's decoding alone, for what
PreprocessingBenchmark measures. With Pillow alone the floats are made by numpy; torchvision and libjpeg-turbo
are measured where they are installed.

python3 preprocessing_benchmark.py FOLDER        measures the pictures of a folder
python3 preprocessing_benchmark.py FOLDER PHOTO  first fills the folder with 640 x 480 JPEGs
"""

import ctypes
import ctypes.util
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


def loader():
    """What a data loader's worker does with torchvision, None where it is not there."""
    try:
        import torch
        from torchvision import transforms
    except (ImportError, RuntimeError):
        return None
    torch.set_num_threads(1)
    steps = transforms.Compose([
        transforms.Resize(SIZE, transforms.InterpolationMode.BICUBIC),
        transforms.CenterCrop(SIZE),
        transforms.ToTensor(),
        transforms.Normalize(MEAN.tolist(), STD.tolist()),
    ])
    return lambda data: steps(decode(data))


def turbo():
    """libjpeg-turbo's decoding into memory that is there already, None where it is not there."""
    name = ctypes.util.find_library("turbojpeg")
    if name is None:
        return None
    library = ctypes.CDLL(name)
    library.tjInitDecompress.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(library.tjInitDecompress())
    pixels = ctypes.create_string_buffer(1 << 24)

    def step(data):
        sizes = [ctypes.c_int() for _ in range(4)]
        length = ctypes.c_ulong(len(data))
        library.tjDecompressHeader3(handle, data, length, *map(ctypes.byref, sizes))
        width, height = sizes[0], sizes[1]
        failed = library.tjDecompress2(handle, data, length, pixels, width, 0, height, 0, 0)
        assert not failed and width.value * height.value * 3 <= len(pixels)

    return step


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
for name, step in (("torchvision, decode to tensor", loader()), ("libjpeg-turbo, decode", turbo())):
    print(f"{name} {median(step, pictures):.2f} ms" if step else f"{name}: not installed")
