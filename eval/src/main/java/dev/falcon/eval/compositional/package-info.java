/** Evaluation of models on compositional suites, item by item. */
package dev.falcon.eval.compositional;
