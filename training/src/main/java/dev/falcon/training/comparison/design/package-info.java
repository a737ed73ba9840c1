/** What is compared with what. */
package dev.falcon.training.comparison.design;
