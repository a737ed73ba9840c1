#!/usr/bin/env bash
# torch 2.13.0: the exporter names outputs after operators (div), not after the keys of the dictionary that the
# network returns; an argument that the network does not use stays an input, and has the example's fixed size if
# dynamic_axes does not name it.
# A likely wrong guess: outputs have the dictionary's keys, and what is not used is not in the graph.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages torch==2.13.0 onnx==1.23.1 onnxscript==0.7.2 numpy==2.4.6

python >"$seen" <<'EOF'
import logging
import os
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"
logging.disable(logging.WARNING)
warnings.simplefilter("ignore")

import onnx
import torch


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(10, 4)

    def forward(self, input_ids, attention_mask, token_type_ids):
        mask = attention_mask.unsqueeze(-1).float()
        return {"sentence_embedding": (self.words(input_ids) * mask).sum(1) / mask.sum(1)}


ids = torch.ones(2, 5, dtype=torch.long)
example = {"input_ids": ids, "attention_mask": ids.clone(), "token_type_ids": ids.clone()}
both = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length")}
axes = {0: "batch", 1: "length"}
torch.onnx.export(Encoder(), (), "shapes.onnx", kwargs=example, verbose=False, dynamic_shapes={name: both for name in example})
torch.onnx.export(
    Encoder(), (), "axes.onnx", kwargs=example, verbose=False, input_names=list(example),
    dynamic_axes={"input_ids": axes, "attention_mask": axes},
)
for name in ("shapes.onnx", "axes.onnx"):
    graph = onnx.load(name, load_external_data=False).graph
    size = {v.name: [d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim] for v in graph.input}
    print(name, list(size), [v.name for v in graph.output])
    print("unused input of fixed size:", all(isinstance(d, int) for d in size["token_type_ids"]))
EOF

expect <<'EOF'
shapes.onnx ['input_ids', 'attention_mask', 'token_type_ids'] ['div']
unused input of fixed size: False
axes.onnx ['input_ids', 'attention_mask', 'token_type_ids'] ['div']
unused input of fixed size: True
EOF

conclude "torch 2.13.0: a dictionary's sentence_embedding is exported as div, and an unused token_type_ids stays as an input of fixed size; keys do not become names"
