/** falcon eval. */
package dev.falcon.cli.eval;
