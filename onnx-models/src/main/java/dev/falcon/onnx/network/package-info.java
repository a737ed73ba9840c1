/**
 * Networks written once: over {@link dev.falcon.onnx.network.algebra.TensorAlgebra}, whose
 * operators an engine executes in training and a graph builder records for the export. Nothing here
 * holds a number: weights are asked for by the names that docs/reference/weights.md lists.
 */
package dev.falcon.onnx.network;
