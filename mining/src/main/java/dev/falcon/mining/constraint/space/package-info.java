/** Constraints over certain samples. */
package dev.falcon.mining.constraint.space;
