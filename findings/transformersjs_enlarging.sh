#!/usr/bin/env bash
# @huggingface/transformers 4.3.2 (npm) beside Pillow 12.3.0 (pip): CLIPImageProcessor enlarges a picture, as it does for the 32 x 32
# pixels of CIFAR.
# Behaviour: the picture moves by half a pixel of the original to the left and up, and its last column and row are mixed with
# black: a ramp from 0 to 210 that is enlarged twice ends with 210 105 (bilinear) or 210 107 (bicubic). Pillow, which the
# processors of Python follow, enlarges around the centre and ends with 203 210.
# Likely wrong guess: without shrinking, where no antialiasing is needed, both agree within a level or two.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_config_ignore_scripts=true npm_packages @huggingface/transformers@4.3.2
pip_packages numpy==2.4.6 pillow==12.3.0

cat >run.mjs <<'JS'
import { CLIPImageProcessor, RawImage } from "@huggingface/transformers";

const ramp = Uint8Array.from({ length: 8 * 8 * 3 }, (_, i) => 30 * (Math.floor(i / 3) % 8));
for (const resample of [2, 3]) {
  const processor = new CLIPImageProcessor({
    do_resize: true, size: { height: 16, width: 16 }, resample, do_center_crop: false, do_rescale: false, do_normalize: false,
  });
  const { pixel_values } = await processor(new RawImage(ramp, 8, 8, 3));
  console.log("transformers.js", resample, ...pixel_values.data.slice(0, 16));
}
JS
cat >run.py <<'PY'
import numpy as np
from PIL import Image

ramp = Image.fromarray(np.tile(30 * np.arange(8, dtype=np.uint8), (8, 1)))
for resample in 2, 3:
    print("Pillow", resample, *np.asarray(ramp.resize((16, 16), resample))[0])
PY
node run.mjs >"$seen" 2>node.log
python run.py >>"$seen"

expect <<'END'
transformers.js 2 0 15 30 45 60 75 90 105 120 135 150 165 180 195 210 105
transformers.js 3 0 13 30 45 60 75 90 105 120 135 150 165 180 210 210 107
Pillow 2 0 8 23 38 53 68 83 98 113 128 143 158 173 188 203 210
Pillow 3 0 5 21 38 53 68 83 98 113 128 143 158 173 189 205 213
END
conclude "transformers.js 4.3.2 moves an enlarged picture by half a pixel and darkens its last column; guess: as Pillow does"
