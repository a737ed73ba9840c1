/**
 * The seam between FALCON's loop and the network that it trains. A {@link
 * dev.falcon.training.internal.framework.pass.Framework} is a network and its passes, in a package
 * of its own below this one; what the passes pull towards is decided by an objective, in the
 * package {@code loss}.
 */
package dev.falcon.training.internal.framework;
