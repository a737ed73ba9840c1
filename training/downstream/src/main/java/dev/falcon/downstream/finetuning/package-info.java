/** Fine-tuning: its request and its result. */
package dev.falcon.downstream.finetuning;
