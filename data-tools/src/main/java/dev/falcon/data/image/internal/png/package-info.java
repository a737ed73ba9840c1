/** PNG files. */
package dev.falcon.data.image.internal.png;
