/** What a comparison has found, as tables. */
package dev.falcon.training.comparison.result;
