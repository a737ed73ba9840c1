/** Captions to tokens. */
package dev.falcon.training.internal.input.text;
