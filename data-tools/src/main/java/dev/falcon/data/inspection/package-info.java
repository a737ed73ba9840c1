/** Looks through a dataset and says what it is. */
package dev.falcon.data.inspection;
