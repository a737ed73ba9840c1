/** Trains variants with several seeds each, and compares them. */
package dev.falcon.reproduce;
