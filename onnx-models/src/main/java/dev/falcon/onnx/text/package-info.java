/** Cleans and tokenises captions. */
package dev.falcon.onnx.text;
