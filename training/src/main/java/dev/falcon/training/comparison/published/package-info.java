/** What the paper's tables say. */
package dev.falcon.training.comparison.published;
