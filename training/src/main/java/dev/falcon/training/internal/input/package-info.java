/** What a run is fed: pairs, their pixels and tokens, and what is known to be true of them. */
package dev.falcon.training.internal.input;
