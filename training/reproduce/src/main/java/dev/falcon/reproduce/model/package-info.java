/** Comparisons of training runs: their plans, the paper's tables, and the results as tables. */
package dev.falcon.reproduce.model;
