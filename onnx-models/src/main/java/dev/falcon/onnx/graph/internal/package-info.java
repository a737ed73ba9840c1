/** The ONNX wire format, for {@link dev.falcon.onnx.graph} alone. */
package dev.falcon.onnx.graph.internal;
