/**
 * The networks that FALCON's loop trains. A {@link
 * dev.falcon.training.internal.framework.seam.Framework} is a network and its passes, in a package
 * of its own below this one; an objective, in the package {@code loss}, defines the targets of the
 * passes.
 */
package dev.falcon.training.internal.framework;
