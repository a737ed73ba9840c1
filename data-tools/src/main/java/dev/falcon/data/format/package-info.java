/** How a dataset lies on disk and how it is to be read. */
package dev.falcon.data.format;
