/** What is asked of training, fine-tuning and export, and what has come of it. */
package dev.falcon.training.run;
