/** Tables as Arrow IPC files. */
package dev.falcon.data.table.internal.arrow;
