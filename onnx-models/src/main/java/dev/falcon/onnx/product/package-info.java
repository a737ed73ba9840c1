/** Products of matrices on a device. */
package dev.falcon.onnx.product;
