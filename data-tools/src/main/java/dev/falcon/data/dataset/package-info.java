/** What can be done with a dataset as a whole: look through it, and write it in another format. */
package dev.falcon.data.dataset;
