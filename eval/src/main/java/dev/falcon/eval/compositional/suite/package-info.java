/** Items of compositional suites: tables of any form, and descriptions of published files. */
package dev.falcon.eval.compositional.suite;
