/** falcon mine and falcon merge. */
package dev.falcon.cli.mine;
