/** Checks outputs against their provenance. */
package dev.falcon.data.verify;
