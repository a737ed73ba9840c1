"""Makes the small pictures under resources/dev/falcon/data/image/golden and golden.tsv beside them:
what Pillow decodes from each, and what its resize makes of it.

Needs Pillow 9.4.0 (Debian's python3-pil) and cjpeg of libjpeg-turbo 2.1.5 (libjpeg-turbo-progs).
Run in this folder: python3 make_image_golden.py
"""

import hashlib
import os
import random
import struct
import subprocess
import tempfile

from PIL import Image

FOLDER = "../resources/dev/falcon/data/image/golden"
MODES = {"1": "BILEVEL", "L": "GRAY", "I": "GRAY16", "LA": "GRAY_ALPHA", "P": "PALETTE",
         "RGB": "RGB", "RGBA": "RGBA", "CMYK": "CMYK"}
FILTERS = {"NEAREST": Image.Resampling.NEAREST, "BOX": Image.Resampling.BOX,
           "BILINEAR": Image.Resampling.BILINEAR, "HAMMING": Image.Resampling.HAMMING,
           "BICUBIC": Image.Resampling.BICUBIC, "LANCZOS": Image.Resampling.LANCZOS}
RANDOM = random.Random(20)


def picture(width, height, noise=0.15):
    coarse = (max(2, width // 6), max(2, height // 6))
    smooth = Image.frombytes("RGB", coarse, RANDOM.randbytes(3 * coarse[0] * coarse[1]))
    rough = Image.frombytes("RGB", (width, height), RANDOM.randbytes(3 * width * height))
    return Image.blend(smooth.resize((width, height), Image.Resampling.BICUBIC), rough, noise)


def size():
    return RANDOM.randint(3, 44), RANDOM.randint(3, 44)


def save(image, name, **options):
    image.save(os.path.join(FOLDER, name), **options)


def jpegs():
    kinds = {"baseline": [], "progressive": ["-progressive"], "restart": ["-restart", "1"],
             "progressive-restart": ["-progressive", "-restart", "2B"]}
    samplings = ["1x1", "2x1", "1x2", "2x2", "4x1", "2x2,2x1,2x1", "2x2,1x2,1x2", "1x1,2x2,1x1"]
    for i, sampling in enumerate(samplings):
        for kind in list(kinds)[:2] if i % 2 else list(kinds)[::3] + ["restart"]:
            cjpeg(f"jpeg-{sampling.replace(',', '-')}-{kind}.jpg",
                  ["-sample", sampling] + kinds[kind], picture(*size()))
    cjpeg("jpeg-rgb.jpg", ["-rgb"], picture(*size()))
    cjpeg("jpeg-gray.jpg", ["-grayscale"], picture(*size()))
    cjpeg("jpeg-gray-progressive.jpg", ["-grayscale", "-progressive"], picture(*size()))
    with tempfile.NamedTemporaryFile("w") as scans:
        scans.write("0;\n1;\n2;\n")
        scans.flush()
        cjpeg("jpeg-three-scans.jpg", ["-scans", scans.name], picture(*size()))
    for width in (1, 2, 3, 5, 8, 17):
        cjpeg(f"jpeg-width-{width}.jpg", [], picture(width, 19))
    save(picture(*size()).convert("CMYK"), "jpeg-cmyk.jpg", quality=85)
    with open(os.path.join(FOLDER, "jpeg-cmyk.jpg"), "rb") as file:
        inks = bytearray(file.read())
    inks[inks.index(b"Adobe") + 11] = 2
    with open(os.path.join(FOLDER, "jpeg-ycck.jpg"), "wb") as file:
        file.write(inks)
    exif = Image.Exif()
    exif[0x0112] = 6
    save(picture(21, 13), "jpeg-exif-rotated.jpg", exif=exif, icc_profile=bytes(3000))


def cjpeg(name, options, image):
    with tempfile.NamedTemporaryFile(suffix=".ppm") as source:
        image.save(source.name)
        subprocess.run(["cjpeg", "-quality", str(RANDOM.choice([30, 75, 92])), *options, "-outfile",
                        os.path.join(FOLDER, name), source.name], check=True)


def pngs():
    for name, image in {
            "rgb": picture(*size()), "gray": picture(*size()).convert("L"),
            "bilevel": picture(*size()).convert("1"), "palette": picture(*size()).quantize(200),
            "palette-4bit": picture(*size()).quantize(16), "palette-2bit": picture(*size()).quantize(4),
            "palette-1bit": picture(*size()).quantize(2)}.items():
        save(image, f"png-{name}.png")
    save(picture(*size()).quantize(30), "png-palette-transparent.png", transparency=3)
    image = picture(37, 21)
    image.putalpha(picture(37, 21).convert("L"))
    save(image, "png-rgba.png")
    save(image.convert("LA"), "png-gray-alpha.png")
    for colours, channels in {"gray": 1, "rgb": 3, "gray-alpha": 2, "rgba": 4}.items():
        for depth in (8, 16):
            write_interlaced(f"png-{colours}-{depth}bit-interlaced.png", channels, depth)
    for depth in (1, 2, 4):
        write_interlaced(f"png-gray-{depth}bit-interlaced.png", 1, depth)
    wide = Image.frombytes("I;16", (19, 23), RANDOM.randbytes(2 * 19 * 23))
    save(wide.convert("I"), "png-gray-16bit.png")


def write_interlaced(name, channels, depth):
    """Pillow writes no interlaced files: random bytes under random filters, pass by pass."""
    import zlib
    width, height = size()
    data = b""
    for left, top, right, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4),
                                   (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        columns = (width - left + right - 1) // right
        rows = (height - top + down - 1) // down
        if columns > 0:
            for _ in range(rows):
                length = (columns * channels * depth + 7) // 8
                data += bytes([RANDOM.randint(0, 4)]) + RANDOM.randbytes(length)
    colour_type = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 1)
    compressed = zlib.compress(data)
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in ((b"IHDR", header), (b"IDAT", compressed[:50]),
                           (b"IDAT", compressed[50:]), (b"IEND", b"")):
            file.write(struct.pack(">I", len(body)) + kind + body)
            file.write(struct.pack(">I", zlib.crc32(kind + body)))


def others():
    save(picture(*size()).quantize(64), "gif-palette.gif", interlace=1)
    save(picture(*size()).quantize(3), "gif-transparent.gif", transparency=1, interlace=0)
    save(picture(*size()).convert("L"), "gif-gray.gif")
    frames = [picture(20, 17).quantize(40) for _ in range(3)]
    save(frames[0], "gif-animated.gif", save_all=True, append_images=frames[1:])
    for mode in ("1", "L", "RGB", "RGBA"):
        save(picture(*size()).convert(mode), f"bmp-{MODES[mode].lower()}.bmp")
    save(picture(*size()).quantize(16), "bmp-palette.bmp")
    for quality in (10, 60, 95):
        save(picture(*size()), f"webp-lossy-{quality}.webp", quality=quality)
    save(picture(*size()), "webp-lossless.webp", lossless=True)
    image = picture(31, 26)
    image.putalpha(picture(31, 26).convert("L"))
    save(image, "webp-lossy-alpha.webp", quality=70)
    save(image, "webp-lossless-alpha.webp", lossless=True, exact=True)
    frames = [picture(24, 18) for _ in range(2)]
    save(frames[0], "webp-animated.webp", save_all=True, append_images=frames[1:], quality=70)


def native(image):
    if image.mode == "1":
        return image.convert("L").tobytes()
    if image.mode == "I":
        raw = image.tobytes()
        values = struct.unpack(f"<{len(raw) // 4}i", raw)
        return b"".join(struct.pack(">H", max(0, min(65535, value))) for value in values)
    return image.tobytes()


def sha(data):
    return hashlib.sha256(data).hexdigest()


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    jpegs()
    pngs()
    others()
    rows = ["file\tmode\twidth\theight\tfilter\tsha256\tsha256_rgb"]
    for name in sorted(os.listdir(FOLDER)):
        image = Image.open(os.path.join(FOLDER, name))
        image.load()
        results = [("-", image)]
        for label, resample in FILTERS.items():
            target = (RANDOM.randint(1, 60), RANDOM.randint(1, 60))
            results.append((label, image.resize(target, resample)))
        results.append(("BICUBIC", image.resize((image.width, 9), Image.Resampling.BICUBIC)))
        results.append(("BICUBIC", image.resize((9, image.height), Image.Resampling.BICUBIC)))
        for label, result in results:
            rows.append("\t".join([name, MODES[result.mode], str(result.width), str(result.height),
                                   label, sha(native(result)), sha(result.convert("RGB").tobytes())]))
    with open(os.path.join(FOLDER, "golden.tsv"), "w", encoding="ascii") as file:
        file.write("\n".join(rows) + "\n")


main()
