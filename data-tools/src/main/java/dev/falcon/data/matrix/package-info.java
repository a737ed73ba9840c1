/** The arithmetic that mining and evaluation share: exact, equal bits on every machine. */
package dev.falcon.data.matrix;
