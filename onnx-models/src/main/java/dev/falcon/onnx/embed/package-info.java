/**
 * Embedding of samples into stores: decoding, preprocessing and tokenisation run beside the graphs.
 */
package dev.falcon.onnx.embed;
