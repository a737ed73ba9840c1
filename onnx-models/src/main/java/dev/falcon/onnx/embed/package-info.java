/**
 * Samples to embedding stores: decoding, preprocessing and tokenising beside the running graphs.
 */
package dev.falcon.onnx.embed;
