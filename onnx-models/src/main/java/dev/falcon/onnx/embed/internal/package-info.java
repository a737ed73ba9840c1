/**
 * The parts of an embedding run: the reading and the writing thread, the journal from which an
 * interrupted run resumes, and the folder of a store that several tasks create.
 */
package dev.falcon.onnx.embed.internal;
