/**
 * Networks written once: over {@link dev.falcon.onnx.network.block.TensorAlgebra}, whose operators
 * an engine executes in training and a graph builder records for the export. Nothing here holds a
 * value: weights are referred to by the names listed in docs/reference/weights.md.
 */
package dev.falcon.onnx.network;
