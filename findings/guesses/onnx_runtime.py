"""O1 to O16: ONNX Runtime on the processor. Needs onnxruntime 1.30.0, onnx 1.23, torch 2.13.0, onnxscript, sympy, and tiny.py beside it."""

import logging
import os
import tempfile
import warnings

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from onnxruntime.transformers.float16 import convert_float_to_float16

import tiny

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
ort.set_default_logger_severity(4)
folder = tempfile.mkdtemp()
LEVELS = {
    "disabled": ort.GraphOptimizationLevel.ORT_DISABLE_ALL,
    "basic": ort.GraphOptimizationLevel.ORT_ENABLE_BASIC,
    "extended": ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED,
    "all": ort.GraphOptimizationLevel.ORT_ENABLE_ALL,
}


def say(key, *seen):
    print(f"{key}: ", *seen)


def attempt(function):
    try:
        return function()
    except Exception as error:  # the outcome is whether it raises
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def session(model, level="all", threads=1, **entries):
    options = ort.SessionOptions()
    options.graph_optimization_level = LEVELS[level]
    options.intra_op_num_threads = threads
    options.log_severity_level = 4
    for key, value in entries.items():
        setattr(options, key, value)
    return ort.InferenceSession(model if isinstance(model, (str, bytes)) else model.SerializeToString(), options)


def at(name):
    return os.path.join(folder, name)


def one_matmul(weights, rows=None, kind=TensorProto.FLOAT):
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="mm")],
        "g",
        [helper.make_tensor_value_info("x", kind, ["n", weights.shape[0]])],
        [helper.make_tensor_value_info("y", kind, ["n", weights.shape[1]])],
        [numpy_helper.from_array(weights, "w")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


class Vectors(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = tiny.bert(layers=3, width=128, scale=0.08)

    def forward(self, input_ids, attention_mask):
        states = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        return (states * mask).sum(1) / mask.sum(1)


rng = np.random.default_rng(0)
ids = rng.integers(5, 50, (64, 12))
ones = np.ones_like(ids)
D = torch.export.Dim.DYNAMIC
torch.onnx.export(
    Vectors().eval(), (torch.tensor(ids[:2]), torch.tensor(ones[:2])), at("fp32.onnx"), verbose=False,
    dynamic_shapes=({0: D, 1: D}, {0: D, 1: D}), input_names=["input_ids", "attention_mask"], output_names=["sentence_embedding"],
)
whole = onnx.load(at("fp32.onnx"))
onnx.save(whole, at("fp32.onnx"))


def run(s, i=ids, m=None):
    return s.run(None, {"input_ids": i, "attention_mask": np.ones_like(i) if m is None else m})[0]


def compare(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    return f"{int((a != b).any(1).sum())} of {len(a)} rows, largest {np.abs(a - b).max():.2g}"


s = session(at("fp32.onnx"))
alone = np.concatenate([run(s, ids[i : i + 1]) for i in range(64)])
for size in (2, 3, 8, 64):
    got = np.concatenate([run(s, ids[i : i + size]) for i in range(0, 64, size)])
    say("O1", "batch of", size, "against alone:", compare(got, alone), "against one batch of 64:", compare(got, run(s)))
w = rng.standard_normal((384, 384)).astype(np.float32)
x = rng.standard_normal((64, 384)).astype(np.float32)
m = session(one_matmul(w))
single = np.concatenate([m.run(None, {"x": x[i : i + 1]})[0] for i in range(64)])
for size in (2, 4, 7, 64):
    got = np.concatenate([m.run(None, {"x": x[i : i + size]})[0] for i in range(0, 64, size)])
    say("O1", "MatMul 384 x 384, batch of", size, "against alone:", compare(got, single))
for threads in (2, 4):
    say("O2", threads, "threads:", compare(run(session(at("fp32.onnx"), threads=threads)), run(s)), "alone:", compare(np.concatenate([run(session(at("fp32.onnx"), threads=threads), ids[i : i + 1]) for i in range(8)]), alone[:8]))
base = run(session(at("fp32.onnx"), "disabled"))
for level in ("basic", "extended", "all"):
    say("O3", level, "against disabled:", compare(run(session(at("fp32.onnx"), level)), base))

half = convert_float_to_float16(whole, keep_io_types=True)
onnx.save(half, at("fp16.onnx"))
results = {level: attempt(lambda: run(session(at("fp16.onnx"), level))) for level in LEVELS}
for level, got in results.items():
    say("O4", level, got if isinstance(got, str) else ("against disabled: " + compare(got, results["disabled"]) + "; against float32: " + compare(got, base)))
h = session(at("fp16.onnx"))
say("O4", "alone against batch of 64:", compare(np.concatenate([run(h, ids[i : i + 1]) for i in range(64)]), run(h)), "2 threads:", compare(run(session(at("fp16.onnx"), threads=2)), run(h)))

w16, x16 = w.astype(np.float16), x.astype(np.float16)
m16 = session(one_matmul(w16, kind=TensorProto.FLOAT16))
got = m16.run(None, {"x": x16})[0]
want = (x16.astype(np.float64) @ w16.astype(np.float64)).astype(np.float16)
say("O5", "components other than the exact product rounded once", int((got != want).sum()), "of", got.size, "largest relative", float(np.max(np.abs(got.astype(np.float64) - want.astype(np.float64)) / np.abs(want.astype(np.float64)))), "alone", compare(np.concatenate([m16.run(None, {"x": x16[i : i + 1]})[0] for i in range(64)]), got))

overflow = helper.make_model(
    helper.make_graph(
        [helper.make_node("Mul", ["x", "big"], ["a"]), helper.make_node("Mul", ["a", "small"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT16, ["n", 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT16, ["n", 4])],
        [numpy_helper.from_array(np.float16([60000]), "big"), numpy_helper.from_array(np.float16([0.001]), "small")],
    ),
    opset_imports=[helper.make_opsetid("", 20)], ir_version=9,
)
say("O6", {level: session(overflow, level).run(None, {"x": np.full((1, 4), 10, np.float16)})[0][0, 0] for level in LEVELS})
norm = helper.make_model(
    helper.make_graph(
        [helper.make_node("Mul", ["x", "x"], ["a"]), helper.make_node("ReduceSum", ["a", "axes"], ["b"], keepdims=1), helper.make_node("Sqrt", ["b"], ["c"]), helper.make_node("Div", ["x", "c"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT16, ["n", 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT16, ["n", 4])],
        [numpy_helper.from_array(np.int64([1]), "axes")],
    ),
    opset_imports=[helper.make_opsetid("", 20)], ir_version=9,
)
say("O6", "vector of length 600, normalised", {level: attempt(lambda: session(norm, level).run(None, {"x": np.full((1, 4), 300, np.float16)})[0][0, 0]) for level in LEVELS})

quantize_dynamic(at("fp32.onnx"), at("int8.onnx"), weight_type=QuantType.QInt8)
q = session(at("int8.onnx"))
qalone = np.concatenate([run(q, ids[i : i + 1]) for i in range(64)])
say("O7", "64 copies:", compare(run(q, np.repeat(ids[:1], 64, axis=0)), np.repeat(qalone[:1], 64, axis=0)), "64 others:", compare(run(q), qalone), "cosine", float(np.min([(a @ b) / np.linalg.norm(a) / np.linalg.norm(b) for a, b in zip(run(q), qalone)])), "int8 to float32 cosine", float(np.min([(a @ b) / np.linalg.norm(a) / np.linalg.norm(b) for a, b in zip(qalone, alone)])))
say("O7", "2 threads:", compare(run(session(at("int8.onnx"), threads=2)), run(q)), "levels:", {level: compare(run(session(at("int8.onnx"), level)), run(q)) for level in ("disabled", "basic", "extended")})

onnx.save(one_matmul(w), at("mm.onnx"))
quantize_dynamic(at("mm.onnx"), at("mm8.onnx"), weight_type=QuantType.QInt8)
m8 = session(at("mm8.onnx"))
good = m8.run(None, {"x": x[:3]})[0]
for name, value in (("NaN", np.nan), ("infinity", np.inf), ("1e30", 1e30)):
    bad = x[:3].copy()
    bad[1, 5] = value
    got = m8.run(None, {"x": bad})[0]
    say("O8", name, "in row 1: row 0 is", got[0, :3], "row 1", got[1, :3], "row 2", got[2, :3], "without", good[0, :3])

padded = np.concatenate([ids, np.zeros((64, 20), ids.dtype)], axis=1)
mask = np.concatenate([ones, np.zeros((64, 20), ids.dtype)], axis=1)
say("O9", "int8:", compare(run(q, padded, mask), run(q)), "float32:", compare(run(s, padded, mask), run(s)), "float16:", compare(run(h, padded, mask), run(h)))

for level in (0, 1, 4):
    quantiser = MatMulNBitsQuantizer(onnx.load(at("fp32.onnx")), block_size=32, is_symmetric=True, accuracy_level=level or None)
    quantiser.process()
    name = at(f"q4_{level}.onnx")
    quantiser.model.save_model_to_file(name, False)
    f = session(name)
    one = np.concatenate([run(f, ids[i : i + 1]) for i in range(64)])
    kinds = {n.op_type for n in onnx.load(name).graph.node if "NBits" in n.op_type}
    for size in (2, 8, 64):
        got = np.concatenate([run(f, ids[i : i + size]) for i in range(0, 64, size)])
        say("O10" if level == 0 else "O11", "accuracy_level", level, kinds, "batch of", size, "against alone:", compare(got, one))
    say("O10" if level == 0 else "O11", "accuracy_level", level, "2 threads:", compare(run(session(name, threads=2)), run(f)), "padding:", compare(run(f, padded, mask), run(f)), "levels:", compare(run(session(name, "disabled")), run(f)), "cosine with float32", float(np.min([(a @ b) / np.linalg.norm(a) / np.linalg.norm(b) for a, b in zip(one, alone)])))
for level in (0, 4):
    quantiser = MatMulNBitsQuantizer(one_matmul(w), block_size=32, is_symmetric=True, accuracy_level=level or None)
    quantiser.process()
    f = session(quantiser.model.model)
    one = np.concatenate([f.run(None, {"x": x[i : i + 1]})[0] for i in range(64)])
    say("O10" if level == 0 else "O11", "one MatMul, accuracy_level", level, {size: compare(np.concatenate([f.run(None, {"x": x[i : i + size]})[0] for i in range(0, 64, size)]), one) for size in (2, 3, 4, 16, 64)})
    bad = x[:3].copy()
    bad[1, 5] = np.nan
    say("O11", "accuracy_level", level, "NaN in row 1: row 0 as before", bool((f.run(None, {"x": bad})[0][0] == f.run(None, {"x": x[:3]})[0][0]).all()), "row 1", f.run(None, {"x": bad})[0][1, :3])
for symmetric in (True, False):
    quantiser = MatMulNBitsQuantizer(one_matmul(np.zeros((64, 32), np.float32)), block_size=32, is_symmetric=symmetric)
    quantiser.process()
    say("O12", "symmetric" if symmetric else "asymmetric", "of zeros", np.abs(session(quantiser.model.model).run(None, {"x": x[:2, :64]})[0]).max())
    constant = MatMulNBitsQuantizer(one_matmul(np.full((64, 32), 0.1, np.float32)), block_size=32, is_symmetric=symmetric)
    constant.process()
    say("O12", "of 0.1 everywhere, times ones, want 6.4:", session(constant.model.model).run(None, {"x": np.ones((1, 64), np.float32)})[0][0, :2])
say("O13", attempt(lambda: run(s, ids[:0]).shape), "int8", attempt(lambda: run(q, ids[:0]).shape), "4 bits", attempt(lambda: run(session(at("q4_0.onnx")), ids[:0]).shape), "length 0", attempt(lambda: run(s, ids[:2, :0])))
say("O14", attempt(lambda: session(helper.make_model(helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [helper.make_tensor_value_info("x", TensorProto.BFLOAT16, ["n", 4]), helper.make_tensor_value_info("w", TensorProto.BFLOAT16, [4, 4])], [helper.make_tensor_value_info("y", TensorProto.BFLOAT16, ["n", 4])]), opset_imports=[helper.make_opsetid("", 20)], ir_version=9))))
small = np.float32([[0, 1e-8, -1e-9, 5e-8, 2e-7, 20000, -3.4e38, 0.1]])
converted = convert_float_to_float16(one_matmul(small.T.copy()))
say("O15", {float(a): float(b) for a, b in zip(small[0], numpy_helper.to_array(converted.graph.initializer[0])[:, 0])})
session(at("fp32.onnx"), optimized_model_filepath=at("optimised.onnx"))
say("O16", "opened again:", compare(run(session(at("optimised.onnx"))), run(s)), "disabled:", compare(run(session(at("optimised.onnx"), "disabled")), run(s)))
