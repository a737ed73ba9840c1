/** What all tasks of fine-tuning are: a network, its first weights, its examples. */
package dev.falcon.training.internal.finetuning.task;
