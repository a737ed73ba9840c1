/** Commands that make recorded outputs again, from their provenance. */
package dev.falcon.cli.internal.again;
