/** ALBEF's network: image, text and fusion encoders, and their heads. */
package dev.falcon.training.internal.model;
