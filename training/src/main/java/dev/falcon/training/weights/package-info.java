/**
 * Weights that others have trained: safetensors files read, and the tensors of ViT, DeiT and BERT
 * given Falcon's names. The names are listed in docs/reference/weights.md.
 */
package dev.falcon.training.weights;
