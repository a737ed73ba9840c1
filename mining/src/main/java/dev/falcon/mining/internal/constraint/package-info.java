/** The kinds of conflicts. */
package dev.falcon.mining.internal.constraint;
