/**
 * ONNX graphs written from Java: {@link dev.falcon.onnx.graph.GraphBuilder} builds a graph node by
 * node and writes it.
 *
 * <p>The files follow operator set 20 and IR version 9, which ONNX Runtime has read since 1.17. The
 * wire format is written by hand: the part of the ONNX schema that a graph of tensors needs is
 * thirty field numbers, and a writer that streams copies no weight.
 */
package dev.falcon.onnx.graph;
