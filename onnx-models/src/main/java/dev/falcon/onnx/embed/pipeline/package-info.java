/** Encodes images and captions to unit vectors, in full batches. */
package dev.falcon.onnx.embed.pipeline;
