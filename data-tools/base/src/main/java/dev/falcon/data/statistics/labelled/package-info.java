/** Estimates of a share from the labels of some members and the scores of all. */
package dev.falcon.data.statistics.labelled;
