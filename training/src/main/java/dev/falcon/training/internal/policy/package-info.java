/** Where quantiles come from, and how FALCON's scheduler learns them. */
package dev.falcon.training.internal.policy;
