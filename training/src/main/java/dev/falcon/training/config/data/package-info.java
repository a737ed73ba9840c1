/** Of what and how a run's data are made. */
package dev.falcon.training.config.data;
