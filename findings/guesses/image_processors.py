"""P1 to P13: image processors. Needs transformers 5.18.0, pillow 12.3.0, torchvision 0.29.1 with torch 2.14.1, open-clip-torch 3.3.0, numpy."""

import io
import logging
import os
import tempfile
import warnings

import numpy as np
import torch
import transformers
from PIL import Image

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
folder = tempfile.mkdtemp()
rng = np.random.default_rng(0)


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def picture(width, height, mode="RGB"):
    """Smooth waves with some noise, as photographs have both."""
    y, x = np.mgrid[:height, :width]
    planes = [127 + 90 * np.sin(x / (7 + c)) * np.cos(y / (5 + c)) + rng.normal(0, 20, (height, width)) for c in range(3)]
    image = Image.fromarray(np.clip(np.stack(planes, -1), 0, 255).astype(np.uint8))
    return image if mode == "RGB" else image.convert(mode)


say("P1", "CLIPImageProcessor", transformers.CLIPImageProcessor.__mro__[:3], "others", [n for n in dir(transformers) if n.startswith(("CLIPImageProcessor", "SiglipImageProcessor"))])
fast = transformers.CLIPImageProcessor()
pil = transformers.CLIPImageProcessorPil()
say("P1", "defaults", fast.size, fast.crop_size, fast.resample, "| Pil", pil.size, pil.crop_size, pil.resample)
mean, std = np.array(fast.image_mean), np.array(fast.image_std)


def levels(processor, image, **options):
    values = processor(images=image, return_tensors="np", **options)["pixel_values"][0]
    values = np.asarray(values)
    return (values.transpose(1, 2, 0) * np.asarray(processor.image_std) + np.asarray(processor.image_mean)) * 255


for size in ((640, 480), (300, 225), (500, 333), (1000, 300), (100, 80), (224, 224), (333, 500), (301, 224), (303, 224), (224, 303)):
    image = picture(*size)
    a, b = levels(fast, image), levels(pil, image)
    d = np.abs(a - b)
    shifts = {s: round(float(np.abs(a[:, 4:-4] - np.roll(b, s, 1)[:, 4:-4]).mean()), 2) for s in (-1, 0, 1)}
    vertical = {s: round(float(np.abs(a[4:-4] - np.roll(b, s, 0)[4:-4]).mean()), 2) for s in (-1, 0, 1)}
    say("P2/P3", size, "largest", round(float(d.max()), 3), "mean", round(float(d.mean()), 4), "shifted by columns", shifts, "rows", vertical)

siglip = {"fast": transformers.SiglipImageProcessor(), "pil": transformers.SiglipImageProcessorPil()}
say("P4", {k: (v.size, v.resample, v.do_convert_rgb) for k, v in siglip.items()})
for mode in ("L", "RGBA", "P", "1", "LA", "CMYK", "I;16"):
    image = picture(60, 40, "L" if mode == "I;16" else ("L" if mode == "LA" else mode)) if mode not in ("I;16", "LA") else None
    if mode == "I;16":
        image = Image.fromarray((np.mgrid[:40, :60][1] * 1000).astype(np.uint16))
    if mode == "LA":
        image = picture(60, 40, "L").convert("LA")
    for name, processor in siglip.items():
        got = attempt(lambda: processor(images=image, return_tensors="np")["pixel_values"])
        want = attempt(lambda: processor(images=image.convert("RGB"), return_tensors="np")["pixel_values"])
        say("P4/P5", mode, name, got if isinstance(got, str) else (got.shape, "as converted first:", round(float(np.abs(got - want).max() * 127.5), 2) if got.shape == want.shape else None))
    for name, processor in (("clip fast", fast), ("clip pil", pil)):
        got = attempt(lambda: processor(images=image, return_tensors="np")["pixel_values"])
        want = processor(images=image.convert("RGB"), return_tensors="np")["pixel_values"]
        say("P4/P5", mode, name, got if isinstance(got, str) else (got.shape, "as converted first:", bool((got == want).all())))
sixteen = Image.fromarray(np.array([[0, 100, 255, 256, 1000, 30000, 65535]], np.uint16))
say("P6", sixteen.mode, "RGB", attempt(lambda: np.asarray(sixteen.convert("RGB"))[0, :, 0].tolist()), "L", attempt(lambda: np.asarray(sixteen.convert("L"))[0].tolist()))
buffer = io.BytesIO()
sixteen.save(buffer, "PNG")
back = Image.open(buffer)
say("P6", "PNG opened as", back.mode, np.asarray(back.convert("RGB"))[0, :, 0].tolist())
unit = np.asarray(picture(300, 300)).astype(np.float32) / 255
for name, processor in (("fast", fast), ("pil", pil)):
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.getLogger("transformers").addHandler(handler)
    logging.disable(logging.NOTSET)
    got = levels(processor, unit)
    logging.disable(logging.WARNING)
    say("P7", name, "range of levels", round(float(got.min()), 2), round(float(got.max()), 2), [r.getMessage()[:90] for r in records])
for size in ((50, 3), (3, 50), (50, 1), (1, 50), (3, 3), (2, 2)):
    image = picture(*size)
    for name, processor in (("fast", fast), ("pil", pil), ("siglip fast", siglip["fast"]), ("siglip pil", siglip["pil"])):
        got = attempt(lambda: levels(processor, image))
        square = image.resize((224, 224), Image.BICUBIC)
        say("P8", size, name, got if isinstance(got, str) else (got.shape, "against Pillow's resize to a square, mean", round(float(np.abs(got - np.asarray(square)).mean()), 1)))
exif = Image.Exif()
exif[0x0112] = 6
path = os.path.join(folder, "turned.jpg")
picture(60, 30).save(path, exif=exif)
from transformers.image_utils import load_image

say("P9", "load_image", load_image(path).size, "Image.open", Image.open(path).size, "processor of a path", attempt(lambda: fast(images=path, return_tensors="np", do_resize=False, do_center_crop=False)["pixel_values"].shape), "Pil", attempt(lambda: np.asarray(pil(images=path, return_tensors="np", do_resize=False, do_center_crop=False)["pixel_values"]).shape), "processor of a PIL image", np.asarray(fast(images=Image.open(path), return_tensors="np", do_resize=False, do_center_crop=False)["pixel_values"]).shape)
say("P9", "fetch_images", attempt(lambda: fast.fetch_images(path).size))

import open_clip
from open_clip.transform import image_transform

transform = image_transform(224, is_train=False, mean=(0, 0, 0), std=(1, 1, 1))
say("P10", [type(t).__name__ if not callable(getattr(t, "__name__", None)) else t for t in transform.transforms])
palette = picture(300, 300).convert("P", palette=Image.ADAPTIVE, colors=16)
a = transform(palette).numpy() * 255
b = transform(palette.convert("RGB")).numpy() * 255
say("P10", "palette, before and after conversion: mean difference", round(float(np.abs(a - b).mean()), 2), "largest", float(np.abs(a - b).max()))
clear = Image.new("RGBA", (300, 300), (255, 0, 0, 0))
say("P12", "transparent red: clip fast", levels(fast, clear)[0, 0].round(1), "pil", levels(pil, clear)[0, 0].round(1), "open_clip", (transform(clear).numpy()[:, 0, 0] * 255).round(1))
edge = np.zeros((300, 300, 4), np.uint8)
edge[:, :150] = (0, 0, 255, 255)
edge[:, 150:] = (255, 0, 0, 0)
edge = Image.fromarray(edge, "RGBA")
say("P12", "half transparent red: clip fast, middle", levels(fast, edge)[112, 108:116].round(0)[:, 0].tolist(), "open_clip", (transform(edge).numpy()[0, 112, 108:116] * 255).round(0).tolist(), "far right", levels(fast, edge)[112, 200].round(0).tolist(), (transform(edge).numpy()[:, 112, 200] * 255).round(0).tolist())
ready = picture(224, 224)
a, b = (np.asarray(p(images=ready, return_tensors="np")["pixel_values"]) for p in siglip.values())
say("P11", "largest difference", float(np.abs(a - b).max()), "equal", bool((a == b).all()))
a, b = (np.asarray(p(images=ready, return_tensors="np")["pixel_values"]) for p in (fast, pil))
say("P11", "clip: largest difference", float(np.abs(a - b).max()), "equal", bool((a == b).all()), a.dtype, b.dtype)
exact = (np.asarray(ready).transpose(2, 0, 1).astype(np.float32) / np.float32(255) - np.float32(mean)[:, None, None]) / np.float32(std)[:, None, None]
say("P11", "against (v / 255 - mean) / std in float32: fast", float(np.abs(a[0] - exact).max()), "pil", float(np.abs(b[0] - exact).max()))
for kind in (np.uint8, np.float32, np.float64, np.int64):
    say("P13", kind.__name__, {n: str(attempt(lambda: np.asarray(p(images=np.asarray(ready).astype(kind), return_tensors="np")["pixel_values"]).dtype)) for n, p in (("fast", fast), ("pil", pil))})
t = torch.from_numpy(np.asarray(ready).transpose(2, 0, 1).copy())
say("P13", "tensor of float16", attempt(lambda: fast(images=t.half(), return_tensors="pt")["pixel_values"].dtype), "float64", attempt(lambda: fast(images=t.double(), return_tensors="pt")["pixel_values"].dtype))
