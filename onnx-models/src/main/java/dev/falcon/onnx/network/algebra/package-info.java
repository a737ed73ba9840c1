/** The operators that networks are written over, and their weights' names. */
package dev.falcon.onnx.network.algebra;
