/** {@code falcon mine}, {@code falcon merge} and {@code falcon audit-fn}. */
package dev.falcon.cli.mine;
