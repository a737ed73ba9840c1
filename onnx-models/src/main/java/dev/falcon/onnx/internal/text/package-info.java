/** The text repairs and canonical forms that model families apply before their tokenizers. */
package dev.falcon.onnx.internal.text;
