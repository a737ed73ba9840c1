/** Questions about pictures and their answers. */
package dev.falcon.training.internal.finetuning.answer;
