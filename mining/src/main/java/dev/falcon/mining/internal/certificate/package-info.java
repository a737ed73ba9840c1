/** Exact decisions on similarities that another product made, by a proven bound of its error. */
package dev.falcon.mining.internal.certificate;
