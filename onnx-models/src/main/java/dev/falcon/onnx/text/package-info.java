/** Captions to tokens. */
package dev.falcon.onnx.text;
