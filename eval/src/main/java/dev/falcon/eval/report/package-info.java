/** Several evaluations side by side: tables, intervals, and a page to look at. */
package dev.falcon.eval.report;
