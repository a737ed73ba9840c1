/** The folder of a store that several tasks make, and its merge. */
package dev.falcon.onnx.embed.internal.parts;
