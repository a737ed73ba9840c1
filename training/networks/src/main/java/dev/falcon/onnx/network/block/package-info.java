/**
 * The operators that networks are written over, the blocks of transformers, and the encoders and
 * decoders made of them.
 */
package dev.falcon.onnx.network.block;
