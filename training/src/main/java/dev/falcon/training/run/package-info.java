/** The requests of training, fine-tuning, export and generation, and their results. */
package dev.falcon.training.run;
