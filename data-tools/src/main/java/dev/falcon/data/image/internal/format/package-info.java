/** File formats, told apart by their first bytes, and the decoders of the small ones. */
package dev.falcon.data.image.internal.format;
