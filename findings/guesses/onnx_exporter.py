"""T1 to T10: torch.onnx's exporter. Needs torch 2.13.0, onnx 1.23, onnxscript, onnxruntime 1.30.0, and tiny.py beside it."""

import logging
import os
import sys
import tempfile
import warnings

import numpy as np
import onnx
import onnxruntime as ort
import torch

import tiny

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
Dim = torch.export.Dim


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:260]}"


def inputs(rows=2, length=8):
    ids = torch.randint(5, 50, (rows, length))
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "token_type_ids": torch.zeros_like(ids)}


BOTH = {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}


def export(name, model, kwargs, **options):
    path = os.path.join(folder, name, "model.onnx")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    torch.onnx.export(model, (), path, kwargs=kwargs, verbose=False, **options)
    return path


def shapes(path):
    graph = onnx.load(path, load_external_data=False).graph

    def one(v):
        t = v.type.tensor_type
        return v.name, onnx.TensorProto.DataType.Name(t.elem_type), [d.dim_param or d.dim_value for d in t.shape.dim]

    return [one(v) for v in graph.input], [one(v) for v in graph.output]


bert = tiny.bert()
path = attempt(lambda: export("plain", bert, inputs(), dynamic_shapes={k: BOTH for k in inputs()}))
say("T1", sorted(os.listdir(os.path.dirname(path))), {f: os.path.getsize(os.path.join(os.path.dirname(path), f)) for f in os.listdir(os.path.dirname(path))})
say("T2", shapes(path))
say("T5", [(o.domain, o.version) for o in onnx.load(path, load_external_data=False).opset_import], "ir", onnx.load(path, load_external_data=False).ir_version, sorted({n.op_type for n in onnx.load(path, load_external_data=False).graph.node}))


class Vectors(torch.nn.Module):
    """Gives a dictionary; leaves token_type_ids unused."""

    def __init__(self):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids, attention_mask, token_type_ids=None):
        states = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        return {"sentence_embedding": (states * mask).sum(1) / mask.sum(1)}


path = export("dictionary", Vectors(), inputs(), dynamic_shapes={k: BOTH for k in inputs()})
say("T2", "dictionary", shapes(path))
say("T6", [i[0] for i in shapes(path)[0]], "used by", {n for node in onnx.load(path, load_external_data=False).graph.node for n in node.input if n == "token_type_ids"})
names = export("names", Vectors(), inputs(), dynamic_shapes={k: {0: Dim("batch"), 1: Dim("length")} for k in inputs()}, output_names=["sentence_embedding"])
say("T9", "named", shapes(names))
say("T3", attempt(lambda: shapes(export("axes", Vectors(), inputs(), input_names=list(inputs()), output_names=["sentence_embedding"], dynamic_axes={"input_ids": {0: "batch", 1: "length"}, "attention_mask": {0: "batch", 1: "length"}, "sentence_embedding": {0: "batch"}}))))
say("T3", "all inputs", attempt(lambda: shapes(export("axes2", Vectors(), inputs(), input_names=list(inputs()), output_names=["sentence_embedding"], dynamic_axes={k: {0: "batch", 1: "length"} for k in inputs()}))))
say("T4", "one row, Dim.DYNAMIC", attempt(lambda: shapes(export("one", Vectors(), inputs(1), dynamic_shapes={k: BOTH for k in inputs()}))))
say("T4", "one row, Dim('batch')", attempt(lambda: shapes(export("one2", Vectors(), inputs(1), dynamic_shapes={k: {0: Dim("batch"), 1: Dim("length")} for k in inputs()}))))
say("T4", "one row, Dim.AUTO", attempt(lambda: shapes(export("one3", Vectors(), inputs(1), dynamic_shapes={k: {0: Dim.AUTO, 1: Dim.AUTO} for k in inputs()}))))
say("T4", "one row, dynamic_axes", attempt(lambda: shapes(export("one4", Vectors(), inputs(1), input_names=list(inputs()), dynamic_axes={k: {0: "batch", 1: "length"} for k in inputs()}))))
say("T4", "no dynamic_shapes", attempt(lambda: shapes(export("none", Vectors(), inputs()))[0]))
for place in ("one", "one2", "one3", "one4"):
    p = os.path.join(folder, place, "model.onnx")
    if os.path.exists(p):
        session = ort.InferenceSession(p)
        feed = {k: v.numpy() for k, v in inputs(3).items() if k in [i.name for i in session.get_inputs()]}
        say("T4", place, "three rows:", attempt(lambda: session.run(None, feed)[0].shape))


def run(path, feed):
    session = ort.InferenceSession(path)
    return session.run(None, {k: v.numpy() for k, v in feed.items() if k in [i.name for i in session.get_inputs()]})[0]


torch.manual_seed(3)
feed = inputs(3)
train = Vectors().train()
trained = attempt(lambda: export("train", train, inputs(), dynamic_shapes={k: BOTH for k in inputs()}))
if os.path.exists(trained):
    a, b = run(trained, feed), run(trained, feed)
    with torch.no_grad():
        want = Vectors().eval()(**feed)["sentence_embedding"].numpy()
    say("T7", "two runs equal", bool((a == b).all()), "as in evaluation, largest difference", float(np.abs(a - want).max()), "Dropout in graph", sum(n.op_type == "Dropout" for n in onnx.load(trained, load_external_data=False).graph.node), "still training", train.training)
else:
    say("T7", trained)
bert.eval()
os.rename(os.path.join(folder, "names", "model.onnx"), os.path.join(folder, "names", "text_model.onnx"))
say("T8", attempt(lambda: run(os.path.join(folder, "names", "text_model.onnx"), feed).shape), sorted(os.listdir(os.path.join(folder, "names"))), {e.value for t in onnx.load(os.path.join(folder, "names", "text_model.onnx"), load_external_data=False).graph.initializer for e in t.external_data if e.key == "location"})
half = attempt(lambda: export("half", tiny.bert().half(), inputs(), dynamic_shapes={k: BOTH for k in inputs()}))
say("T10", attempt(lambda: shapes(half)), attempt(lambda: run(half, feed).dtype))
brain = attempt(lambda: export("bfloat16", tiny.bert().bfloat16(), inputs(), dynamic_shapes={k: BOTH for k in inputs()}))
say("T10", "bfloat16", attempt(lambda: shapes(brain)[1]), attempt(lambda: run(brain, feed).dtype))
