/** The examples of fine-tuning, their pictures and texts. */
package dev.falcon.training.internal.finetuning.example;
