/** Folders of ONNX graphs: opening, inspection and verification. */
package dev.falcon.onnx.folder;
