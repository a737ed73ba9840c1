/** A comparison as one page, and as files. */
package dev.falcon.training.internal.comparison.page;
