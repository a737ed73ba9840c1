/** The evaluation of each kind of task, from a classifier's prompts to the file of results. */
package dev.falcon.eval.internal.task;
