/** Pictures to what the network sees. */
package dev.falcon.training.internal.input.picture;
