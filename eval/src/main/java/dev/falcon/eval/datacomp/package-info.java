/** DataComp's zero-shot tasks, and the files of their results. */
package dev.falcon.eval.datacomp;
