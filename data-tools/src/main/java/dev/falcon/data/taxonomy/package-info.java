/** Captions of labelled images at drawn levels of a taxonomy, so that all matches are known. */
package dev.falcon.data.taxonomy;
