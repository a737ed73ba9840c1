/** Sessions of ONNX Runtime: graphs that are open on a device. */
package dev.falcon.onnx.session;
