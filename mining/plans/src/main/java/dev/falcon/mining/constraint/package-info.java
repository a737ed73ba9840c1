/** Constraints that keep candidates out of a batch under any policy. */
package dev.falcon.mining.constraint;
