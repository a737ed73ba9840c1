/** A folder of ONNX graphs: what it offers, opened, looked at and checked. */
package dev.falcon.onnx.folder;
