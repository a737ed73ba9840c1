/** DataComp's zero-shot tasks and the files that their runs leave. */
package dev.falcon.eval.datacomp;
