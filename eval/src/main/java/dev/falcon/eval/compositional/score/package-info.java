/** Decides items of a compositional suite from scores alone: no model, no files. */
package dev.falcon.eval.compositional.score;
