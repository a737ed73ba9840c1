/**
 * Small typed tables, written and read row by row: batch plans, rejects, audit pairs, metadata. One
 * schema, four formats, and the same rows give the same bytes. All CSV is parsed and written here,
 * as in RFC 4180.
 */
package dev.falcon.data.table;
