/**
 * Fine-tuning of a pretrained checkpoint on questions and statements: the tasks, and what they
 * share with each other. The loop's other parts are pretraining's.
 */
package dev.falcon.training.internal.finetuning;
