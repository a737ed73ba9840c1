/** ONNX graphs opened on a device. */
package dev.falcon.onnx.session;
