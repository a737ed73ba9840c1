/** Tokenizers, written and read in Hugging Face's form. */
package dev.falcon.onnx.export.tokenizer;
