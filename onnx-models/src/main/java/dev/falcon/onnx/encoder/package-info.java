/** Pictures and captions to unit vectors. */
package dev.falcon.onnx.encoder;
