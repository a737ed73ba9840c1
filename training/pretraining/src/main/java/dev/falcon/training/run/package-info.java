/** The requests and results of training and export. */
package dev.falcon.training.run;
