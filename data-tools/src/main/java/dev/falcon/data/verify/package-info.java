/** Outputs checked against their provenance. */
package dev.falcon.data.verify;
