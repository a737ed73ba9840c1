/** What an audit reads: captions, vectors, labelled pairs, truth. */
package dev.falcon.mining.audit.internal.data;
