/** The interface of every framework: its passes, their inputs, and the targets of their losses. */
package dev.falcon.training.internal.framework.seam;
