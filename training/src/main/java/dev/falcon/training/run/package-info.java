/** The requests of training and export, and their results. */
package dev.falcon.training.run;
