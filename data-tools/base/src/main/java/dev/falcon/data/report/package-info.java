/** Self-contained pages: text, tables, pictures and charts, without scripts. */
package dev.falcon.data.report;
