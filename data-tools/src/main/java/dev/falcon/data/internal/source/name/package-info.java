/** Names of files with braces and wildcards, and their order. */
package dev.falcon.data.internal.source.name;
