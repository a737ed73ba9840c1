/** The columns of a table. */
package dev.falcon.data.table.schema;
