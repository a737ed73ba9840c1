/** Opens datasets by their names. */
package dev.falcon.data.source;
