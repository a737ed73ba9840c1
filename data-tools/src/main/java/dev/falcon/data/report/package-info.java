/** Pages that need nothing beside themselves: text, tables, pictures and drawings, no script. */
package dev.falcon.data.report;
