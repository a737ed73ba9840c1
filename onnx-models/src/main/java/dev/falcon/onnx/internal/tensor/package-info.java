/** What a run is fed with. */
package dev.falcon.onnx.internal.tensor;
