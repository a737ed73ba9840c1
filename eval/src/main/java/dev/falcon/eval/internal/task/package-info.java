/** How each kind of task is evaluated. */
package dev.falcon.eval.internal.task;
