/** Evaluates a model on DataComp's tasks. */
package dev.falcon.eval.datacomp.run;
