/**
 * Small typed tables, written and read row by row: batch plans, rejects, audit pairs, metadata. One
 * schema, four formats, the same rows giving the same bytes.
 */
package dev.falcon.data.table;
