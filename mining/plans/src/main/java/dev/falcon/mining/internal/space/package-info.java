/** The mining of one search space. */
package dev.falcon.mining.internal.space;
