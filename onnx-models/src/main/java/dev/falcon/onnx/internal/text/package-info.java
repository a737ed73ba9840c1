/**
 * The text repairs and normal forms that model families apply before their tokenizers, and the
 * checks of a {@code tokenizer.json}.
 */
package dev.falcon.onnx.internal.text;
