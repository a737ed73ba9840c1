/** BLIP-2's second stage: a frozen language model learns to read images. */
package dev.falcon.training.internal.finetuning.language;
