/** The sizes of networks. */
package dev.falcon.onnx.network.shape;
