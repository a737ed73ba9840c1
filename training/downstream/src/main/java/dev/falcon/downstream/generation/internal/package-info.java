/**
 * BLIP-2's second stage: an image's queries as inputs of a language model, and the generated text.
 */
package dev.falcon.downstream.generation.internal;
