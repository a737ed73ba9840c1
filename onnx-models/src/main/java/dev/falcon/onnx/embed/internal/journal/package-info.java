/** What an unfinished run remembers. */
package dev.falcon.onnx.embed.internal.journal;
