/**
 * Retrieval of images by texts and of texts by images, by their vectors and by a matching model.
 */
package dev.falcon.eval.retrieval;
