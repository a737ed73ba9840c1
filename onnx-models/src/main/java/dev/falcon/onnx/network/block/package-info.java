/** What transformers are made of. */
package dev.falcon.onnx.network.block;
