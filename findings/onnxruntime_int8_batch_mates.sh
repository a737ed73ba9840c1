#!/usr/bin/env bash
# onnxruntime 1.30.0, dynamic quantisation: the whole batch has one scale. An infinity in one row makes every row
# NaN; a component of 1e30 makes every other row exactly zero; and a NaN disappears: its row has finite values.
# Float32 keeps the rows apart.
# A likely wrong guess: a bad row spoils itself only, and NaN stays NaN.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

pip_packages onnxruntime==1.30.0 onnx==1.23.1 numpy==2.4.6

python >"$seen" <<'EOF'
import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

from onnxruntime.quantization import QuantType, quantize_dynamic

rng = np.random.default_rng(0)
weights = rng.standard_normal((64, 32)).astype(np.float32)
graph = helper.make_graph(
    [helper.make_node("MatMul", ["x", "w"], ["y"], name="product")], "graph",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 64])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 32])],
    [numpy_helper.from_array(weights, "w")],
)
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), "float.onnx")
quantize_dynamic("float.onnx", "int8.onnx", weight_type=QuantType.QInt8)


def state(row):
    return "NaN" if np.isnan(row).all() else "zero" if (row == 0).all() else "finite" if np.isfinite(row).all() else "mixed"


x = rng.standard_normal((3, 64)).astype(np.float32)
for name in ("float.onnx", "int8.onnx"):
    session = ort.InferenceSession(name)
    for value in (np.nan, np.inf, 1e30):
        bad = x.copy()
        bad[1, 5] = value
        with np.errstate(all="ignore"):
            print(name, value, [state(row) for row in session.run(None, {"x": bad})[0]])
EOF

expect <<'EOF'
float.onnx nan ['finite', 'NaN', 'finite']
float.onnx inf ['finite', 'mixed', 'finite']
float.onnx 1e+30 ['finite', 'finite', 'finite']
int8.onnx nan ['finite', 'finite', 'finite']
int8.onnx inf ['NaN', 'NaN', 'NaN']
int8.onnx 1e+30 ['zero', 'finite', 'zero']
EOF

conclude "onnxruntime 1.30.0: in a graph of dynamic int8, an infinity in one row makes all rows NaN, 1e30 makes the others zero, and NaN becomes finite; a bad row does not spoil itself only"
