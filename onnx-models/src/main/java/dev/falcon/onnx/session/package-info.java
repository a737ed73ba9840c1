/** Graphs that are open on a device. */
package dev.falcon.onnx.session;
