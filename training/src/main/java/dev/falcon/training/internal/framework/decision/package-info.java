/** What a batch's losses are computed from, and what they pull towards. */
package dev.falcon.training.internal.framework.decision;
