/** A batch as the passes of a framework take it. */
package dev.falcon.training.internal.framework.batch;
