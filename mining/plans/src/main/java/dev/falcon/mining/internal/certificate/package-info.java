/** Products of another library, and the error bound that makes decisions by them certain. */
package dev.falcon.mining.internal.certificate;
