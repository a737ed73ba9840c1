"""CLIP of a chosen size with drawn weights, as the two graphs of a model folder, for timing.

python3 clip_model.py TOKENIZER FOLDER [width=512] [layers=12] [image=224] [patch=32] [image_width=768]

TOKENIZER is a folder with CLIP's tokenizer.json and tokenizer_config.json. Weights have open_clip's names;
both graphs take batches of any size, the text graph captions of any length up to 77. Wants onnx, numpy.
"""

import json
import os
import shutil
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

PLACES, VOCABULARY, OPSET = 77, 49408, 17


class Graph:
    def __init__(self, seed):
        self.random = numpy.random.default_rng(seed)
        self.nodes, self.values, self.count = [], {}, 0

    def weight(self, name, *shape, scale=None):
        scale = shape[-1] ** -0.5 if scale is None else scale
        self.values[name] = (self.random.standard_normal(shape) * scale).astype(numpy.float32)
        return name

    def constant(self, value):
        name = f"constant_{len(self.values)}"
        self.values[name] = numpy.asarray(value)
        return name

    def run(self, operator, *inputs, output=None, **attributes):
        self.count += 1
        name = output or f"{operator}_{self.count}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def linear(self, x, name, wide, narrow):
        transposed = self.run("Transpose", self.weight(name + ".weight", wide, narrow), perm=[1, 0])
        bias = self.weight(name + ".bias", wide, scale=0.02)
        return self.run("Add", self.run("MatMul", x, transposed), bias)

    def norm(self, x, name, width):
        self.values[name + ".weight"] = numpy.ones(width, numpy.float32)
        self.values[name + ".bias"] = numpy.zeros(width, numpy.float32)
        return self.run("LayerNormalization", x, name + ".weight", name + ".bias", epsilon=1e-5)

    def gelu(self, x):
        half = self.run("Mul", x, self.constant(numpy.float32(0.5)))
        error = self.run("Erf", self.run("Div", x, self.constant(numpy.float32(2**0.5))))
        return self.run("Mul", half, self.run("Add", error, self.constant(numpy.float32(1))))

    def heads(self, x, heads, width, order):
        split = self.constant(numpy.array([0, 0, heads, width // heads], numpy.int64))
        return self.run("Transpose", self.run("Reshape", x, split), perm=order)

    def block(self, x, name, width, mask):
        heads = width // 64
        normed = self.norm(x, name + ".ln_1", width)
        stacked = self.linear(normed, name + ".attn.in_proj", 3 * width, width)
        q, k, v = (f"{name}.{part}" for part in "qkv")
        self.nodes.append(helper.make_node("Split", [stacked], [q, k, v], axis=-1))
        scores = self.run("MatMul", self.heads(q, heads, width, [0, 2, 1, 3]),
                          self.heads(k, heads, width, [0, 2, 3, 1]))
        scores = self.run("Div", scores, self.constant(numpy.float32(8)))
        if mask:
            scores = self.run("Add", scores, mask)
        seen = self.run("MatMul", self.run("Softmax", scores, axis=-1),
                        self.heads(v, heads, width, [0, 2, 1, 3]))
        joined = self.run("Reshape", self.run("Transpose", seen, perm=[0, 2, 1, 3]),
                          self.constant(numpy.array([0, 0, width], numpy.int64)))
        x = self.run("Add", x, self.linear(joined, name + ".attn.out_proj", width, width))
        wide = self.linear(self.norm(x, name + ".ln_2", width), name + ".mlp.c_fc", 4 * width, width)
        return self.run("Add", x, self.linear(self.gelu(wide), name + ".mlp.c_proj", width, 4 * width))

    def write(self, file, given, kind, shape, output, size):
        graph = helper.make_graph(
            self.nodes, "clip",
            [helper.make_tensor_value_info(given, kind, shape)],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", size])],
            [numpy_helper.from_array(value, name) for name, value in self.values.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, file)


def text(file, width, layers, size):
    graph = Graph(1)
    tokens = graph.run("Gather", graph.weight("token_embedding.weight", VOCABULARY, width, scale=0.02), "input_ids")
    length = graph.run("Gather", graph.run("Shape", "input_ids"), graph.constant(numpy.array([1], numpy.int64)))
    zero, one = (graph.constant(numpy.array([place], numpy.int64)) for place in (0, 1))
    positions = graph.run("Slice", graph.weight("positional_embedding", PLACES, width, scale=0.01), zero, length, zero)
    x = graph.run("Add", tokens, positions)
    later = graph.constant(numpy.triu(numpy.full((PLACES, PLACES), -numpy.inf, numpy.float32), 1))
    mask = graph.run("Slice", graph.run("Slice", later, zero, length, zero), zero, length, one)
    for layer in range(layers):
        x = graph.block(x, f"transformer.resblocks.{layer}", width, mask)
    x = graph.norm(x, "ln_final", width)
    end = graph.run("ArgMax", "input_ids", axis=1, keepdims=1)
    pooled = graph.run("GatherND", x, end, batch_dims=1)
    graph.run("MatMul", pooled, graph.weight("text_projection", width, size), output="text_embeds")
    graph.write(file, "input_ids", TensorProto.INT64, ["batch", "length"], "text_embeds", size)


def vision(file, width, layers, size, image, patch):
    graph, side = Graph(2), image // patch
    kernel = graph.weight("visual.conv1.weight", width, 3, patch, patch, scale=0.02)
    x = graph.run("Conv", "pixel_values", kernel, strides=[patch, patch])
    x = graph.run("Reshape", x, graph.constant(numpy.array([0, width, side * side], numpy.int64)))
    x = graph.run("Transpose", x, perm=[0, 2, 1])
    batch = graph.run("Slice", graph.run("Shape", "pixel_values"), *(
        graph.constant(numpy.array([place], numpy.int64)) for place in (0, 1)))
    rest = graph.constant(numpy.array([1, width], numpy.int64))
    first = graph.run("Expand", graph.weight("visual.class_embedding", 1, 1, width, scale=0.02),
                      graph.run("Concat", batch, rest, axis=0))
    x = graph.run("Concat", first, x, axis=1)
    x = graph.run("Add", x, graph.weight("visual.positional_embedding", side * side + 1, width, scale=0.02))
    x = graph.norm(x, "visual.ln_pre", width)
    for layer in range(layers):
        x = graph.block(x, f"visual.transformer.resblocks.{layer}", width, None)
    x = graph.run("Gather", x, graph.constant(numpy.int64(0)), axis=1)
    x = graph.norm(x, "visual.ln_post", width)
    graph.run("MatMul", x, graph.weight("visual.proj", width, size), output="image_embeds")
    graph.write(file, "pixel_values", TensorProto.FLOAT, ["batch", 3, image, image], "image_embeds", size)


def main():
    sizes = {"width": 512, "layers": 12, "image": 224, "patch": 32, "image_width": 768}
    sizes.update((key, int(value)) for key, value in (word.split("=") for word in sys.argv[3:]))
    tokenizer, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(os.path.join(tokenizer, name), os.path.join(folder, name))
    size, image = sizes["width"], sizes["image"]
    text(os.path.join(folder, "text_model.onnx"), sizes["width"], sizes["layers"], size)
    vision(os.path.join(folder, "vision_model.onnx"), sizes["image_width"], sizes["layers"], size, image, sizes["patch"])
    configs = {
        "config.json": {"model_type": "clip", "projection_dim": size,
                        "text_config": {"max_position_embeddings": PLACES, "num_attention_heads": size // 64}},
        "preprocessor_config.json": {
            "do_resize": True, "size": {"shortest_edge": image}, "resample": 3,
            "do_center_crop": True, "crop_size": {"height": image, "width": image},
            "do_convert_rgb": True, "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True,
            "image_mean": [0.48145466, 0.4578275, 0.40821073],
            "image_std": [0.26862954, 0.26130258, 0.27577711]}}
    for name, content in configs.items():
        with open(os.path.join(folder, name), "w") as file:
            json.dump(content, file)


main()
