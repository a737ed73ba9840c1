/** What a graph holds and is fed with. */
package dev.falcon.onnx.graph.tensor;
