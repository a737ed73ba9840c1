/**
 * Embeds samples into stores; decoding, preprocessing and tokenisation run in parallel with the
 * graphs.
 */
package dev.falcon.onnx.embed;
