/** Random changes of training pictures, as ALBEF makes them. */
package dev.falcon.training.internal.augment;
