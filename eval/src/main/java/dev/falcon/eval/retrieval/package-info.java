/** Images and texts find each other: by their vectors, then by a matching model. */
package dev.falcon.eval.retrieval;
