/**
 * ONNX graphs written from Java: {@link dev.falcon.onnx.graph.GraphBuilder} builds a graph node by
 * node and writes it.
 *
 * <p>The files follow operator set 20 and IR version 9, which ONNX Runtime has read since 1.17. The
 * wire format is written without a protocol-buffer library: a graph of tensors needs only thirty
 * field numbers of the ONNX schema, and a streaming writer copies no weights.
 */
package dev.falcon.onnx.graph;
