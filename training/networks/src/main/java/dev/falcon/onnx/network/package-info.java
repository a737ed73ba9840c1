/**
 * Networks, each written once in terms of {@link dev.falcon.onnx.network.block.TensorAlgebra}: an
 * engine executes its operators in training, and a graph builder records them for the export.
 * Nothing here holds values; weights are referred to by the names listed in
 * docs/reference/weights.md.
 */
package dev.falcon.onnx.network;
