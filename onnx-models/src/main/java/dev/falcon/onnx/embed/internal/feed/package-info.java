/** What the reading thread tells the writing one. */
package dev.falcon.onnx.embed.internal.feed;
