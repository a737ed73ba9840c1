#!/usr/bin/env bash
# @huggingface/transformers 4.3.2 (npm): CLIPImageProcessor cuts the centre out of a picture that is smaller than the cut.
# Behaviour: the missing rows are added as in Python, but of an odd number the larger half lies below: two rows in a cut of five
# stand in rows 1 and 2. CLIPImageProcessorPil of transformers 5.18.0 (pip) has them in rows 2 and 3, so each pixel is elsewhere.
# Likely wrong guess: both pad alike, as both cut larger pictures alike.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

npm_config_ignore_scripts=true npm_packages @huggingface/transformers@4.3.2
pip_packages numpy==2.4.6 pillow==12.3.0 transformers==5.18.0

cat >run.mjs <<'JS'
import { CLIPImageProcessor, RawImage } from "@huggingface/transformers";

const settings = { do_resize: false, do_center_crop: true, crop_size: { height: 5, width: 3 }, do_rescale: false, do_normalize: false };
const picture = new RawImage(Uint8Array.from({ length: 18 }, (_, i) => 1 + i), 3, 2, 3);
const { pixel_values } = await new CLIPImageProcessor(settings)(picture);
console.log("transformers.js", ...pixel_values.data.slice(0, 15));
JS
cat >run.py <<'PY'
import numpy as np
from PIL import Image
from transformers import CLIPImageProcessorPil

processor = CLIPImageProcessorPil(
    do_resize=False, do_center_crop=True, crop_size={"height": 5, "width": 3}, do_rescale=False, do_normalize=False
)
picture = Image.fromarray(np.arange(1, 19, dtype=np.uint8).reshape(2, 3, 3))
values = processor(picture, return_tensors="np")["pixel_values"][0]
print("transformers", *values[0].ravel())
PY
node run.mjs >"$seen" 2>node.log
python run.py >>"$seen" 2>python.log

expect <<'END'
transformers.js 0 0 0 1 4 7 10 13 16 0 0 0 0 0 0
transformers 0 0 0 0 0 0 1 4 7 10 13 16 0 0 0
END
conclude "transformers.js 4.3.2 pads a small picture by one row less above than transformers 5.18.0 does; guess: alike"
