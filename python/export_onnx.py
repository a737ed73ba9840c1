# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Makes a model folder for Falcon of a model that lives in PyTorch.

    python export_onnx.py open_clip ViT-B-32 laion2b_s34b_b79k --out clip
    python export_onnx.py siglip google/siglip2-base-patch16-224 --out siglip2
    python export_onnx.py blip-itm Salesforce/blip-itm-base-coco --out itm

Needs torch, onnx and onnxscript, and open_clip_torch or transformers. `falcon model verify DIR`
shows whether the folder works.
"""

import argparse
import json
import os

import torch


def export(module, arguments, names, output, path):
    """One graph whose first dimension is open."""
    batch = torch.export.Dim("batch", min=1, max=65536)
    module.eval()
    torch.onnx.export(
        module,
        arguments,
        path,
        input_names=names,
        output_names=[output],
        dynamic_shapes=(tuple({0: batch} for _ in arguments),),
        dynamo=True,
        external_data=False,
    )
    print(path)


class Call(torch.nn.Module):
    """A part of a model as a module of its own."""

    def __init__(self, model, function):
        super().__init__()
        self.model, self.function = model, function

    def forward(self, *arguments):
        return self.function(self.model, *arguments)


def write(folder, name, content):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)


def rows(shape, high=None):
    """Two rows of an input, so that no dimension of it is taken for a constant 1."""
    return torch.randn(2, *shape) if high is None else torch.randint(1, high, (2, *shape))


def open_clip_folder(name, pretrained, tokenizer, out):
    import open_clip
    from transformers import AutoTokenizer

    model, _, preprocess = open_clip.create_model_and_transforms(name, pretrained)
    settings = open_clip.get_model_preprocess_cfg(model)
    size = settings["size"] if isinstance(settings["size"], int) else settings["size"][0]
    length = model.context_length
    vision = Call(model, lambda m, pixels: m.encode_image(pixels))
    text = Call(model, lambda m, ids: m.encode_text(ids))
    export(vision, (rows((3, size, size)),), ["pixel_values"], "image_embeds", out["vision_model"])
    export(text, (rows((length,), 1000),), ["input_ids"], "text_embeds", out["text_model"])
    squash = settings["resize_mode"] == "squash"
    sides = {"height": size, "width": size}
    write(
        out["folder"],
        "preprocessor_config.json",
        {
            "image_processor_type": "CLIPImageProcessor",
            "do_convert_rgb": False,  # open_clip converts to RGB after it has resized
            "do_resize": True,
            "size": sides if squash else {"shortest_edge": size},
            "resample": 2 if settings["interpolation"] == "bilinear" else 3,
            "do_center_crop": not squash,
            "crop_size": sides,
            "do_rescale": True,
            "rescale_factor": 1 / 255,
            "do_normalize": True,
            "image_mean": list(settings["mean"]),
            "image_std": list(settings["std"]),
        },
    )
    write(out["folder"], "config.json", {"model_type": "clip"})
    AutoTokenizer.from_pretrained(tokenizer).save_pretrained(out["folder"])


def siglip_folder(name, out):
    from transformers import AutoModel, AutoProcessor

    model, processor = AutoModel.from_pretrained(name), AutoProcessor.from_pretrained(name)
    size = model.config.vision_config.image_size
    vision = Call(model, lambda m, pixels: vector(m.get_image_features(pixel_values=pixels)))
    text = Call(model, lambda m, ids: vector(m.get_text_features(input_ids=ids)))
    export(vision, (rows((3, size, size)),), ["pixel_values"], "image_embeds", out["vision_model"])
    export(text, (rows((64,), 1000),), ["input_ids"], "text_embeds", out["text_model"])
    save(model, processor, out["folder"])


def blip_itm_folder(name, out):
    from transformers import AutoProcessor, BlipForImageTextRetrieval

    model, processor = BlipForImageTextRetrieval.from_pretrained(name), AutoProcessor.from_pretrained(name)
    size = model.config.vision_config.image_size

    def match(m, pixels, ids, mask):
        return m(pixel_values=pixels, input_ids=ids, attention_mask=mask, use_itm_head=True)[0]

    ids = rows((35,), 1000)
    arguments = (rows((3, size, size)), ids, torch.ones_like(ids))
    names = ["pixel_values", "input_ids", "attention_mask"]
    export(Call(model, match), arguments, names, "logits", out["itm_model"])
    save(model, processor, out["folder"])


def vector(output):
    """Newer releases wrap the vector."""
    return output if torch.is_tensor(output) else output.pooler_output


def save(model, processor, folder):
    model.config.save_pretrained(folder)
    processor.save_pretrained(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["open_clip", "siglip", "blip-itm"])
    parser.add_argument("model", help="open_clip's name, or a name or folder of Hugging Face's")
    parser.add_argument("pretrained", nargs="?", help="open_clip's tag or a checkpoint of yours")
    parser.add_argument("--out", required=True)
    parser.add_argument(
        "--tokenizer",
        default="openai/clip-vit-base-patch32",
        help="of open_clip's models: the one of OpenAI's vocabulary, which most of them have",
    )
    args = parser.parse_args()
    folder = os.path.join(args.out, "onnx")
    os.makedirs(folder, exist_ok=True)
    graphs = ("vision_model", "text_model", "itm_model")
    out = {graph: os.path.join(folder, graph + ".onnx") for graph in graphs}
    out["folder"] = args.out
    with torch.no_grad():
        if args.kind == "open_clip":
            open_clip_folder(args.model, args.pretrained, args.tokenizer, out)
        elif args.kind == "siglip":
            siglip_folder(args.model, out)
        else:
            blip_itm_folder(args.model, out)


if __name__ == "__main__":
    main()
