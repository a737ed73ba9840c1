/** Zero-shot tasks and metrics. */
package dev.falcon.eval;
