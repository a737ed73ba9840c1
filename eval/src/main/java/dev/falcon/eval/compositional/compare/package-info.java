/** Two models on the same items of a suite. */
package dev.falcon.eval.compositional.compare;
