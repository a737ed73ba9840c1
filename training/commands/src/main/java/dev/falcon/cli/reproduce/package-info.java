/** falcon reproduce. */
package dev.falcon.cli.reproduce;
