/** How each kind of task is evaluated, from a classifier's prompts to the file of results. */
package dev.falcon.eval.internal.task;
