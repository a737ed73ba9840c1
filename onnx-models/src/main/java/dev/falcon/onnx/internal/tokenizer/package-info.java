/** What tokenizer.json says of itself, and whether it can be trusted. */
package dev.falcon.onnx.internal.tokenizer;
