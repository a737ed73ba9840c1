/** Encoders of pictures and captions to unit vectors. */
package dev.falcon.onnx.encoder;
