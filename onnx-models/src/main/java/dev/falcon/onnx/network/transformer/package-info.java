/** The encoders and decoders of the networks. */
package dev.falcon.onnx.network.transformer;
