/** How each table format is written and read; behind TableWriter and TableReader. */
package dev.falcon.data.table.internal;
