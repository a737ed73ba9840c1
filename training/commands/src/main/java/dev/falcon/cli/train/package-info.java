/** Commands that train and export models, and let them caption and answer. */
package dev.falcon.cli.train;
