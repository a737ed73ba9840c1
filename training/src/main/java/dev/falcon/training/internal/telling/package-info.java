/** BLIP-2's second stage: an image's queries before a language model, and what it goes on with. */
package dev.falcon.training.internal.telling;
