/** Statements about pairs of pictures. */
package dev.falcon.training.internal.finetuning.statement;
