/**
 * One embedding run: the reading and the writing thread, the journal from which an interrupted run
 * resumes, and the folder of a store that several tasks make.
 */
package dev.falcon.onnx.embed.internal;
