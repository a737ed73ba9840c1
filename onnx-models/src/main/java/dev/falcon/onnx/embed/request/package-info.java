/** What is asked of an embedding run, and what has come of it. */
package dev.falcon.onnx.embed.request;
