/** What no other module may touch. */
package dev.falcon.onnx.internal;
