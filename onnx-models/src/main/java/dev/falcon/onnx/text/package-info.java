/** Tokenisation of captions. */
package dev.falcon.onnx.text;
