/** What training pulls towards. */
package dev.falcon.training.internal.loss.objective;
