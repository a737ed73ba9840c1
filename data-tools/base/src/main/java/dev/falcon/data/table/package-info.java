/**
 * Small typed tables, written and read row by row: batch plans, rejects, audit pairs, metadata. A
 * table can be written in any of four formats, and the same rows give the same bytes. All CSV is
 * parsed and written here, by the rules of RFC 4180.
 */
package dev.falcon.data.table;
