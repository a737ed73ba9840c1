/** Tables as text: CSV and JSON lines. */
package dev.falcon.data.table.internal.text;
