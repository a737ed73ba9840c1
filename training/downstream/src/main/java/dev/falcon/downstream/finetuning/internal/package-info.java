/**
 * Fine-tuning of a pretrained checkpoint on questions and statements: the tasks and their common
 * parts. The rest of the loop is shared with pretraining.
 */
package dev.falcon.downstream.finetuning.internal;
