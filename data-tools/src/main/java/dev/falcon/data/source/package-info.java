/** Opens datasets by what the user writes. */
package dev.falcon.data.source;
