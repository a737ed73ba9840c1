/** Several evaluations side by side: tables, intervals, and a page. */
package dev.falcon.eval.report;
