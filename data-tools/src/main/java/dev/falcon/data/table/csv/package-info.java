/** CSV as RFC 4180 describes it, read and written in one place. */
package dev.falcon.data.table.csv;
