/**
 * Pictures to tensors, exactly: decoders, the two-pass resize and the normalisation give the bytes
 * and floats that Pillow and torchvision give. {@link dev.falcon.data.image.Preprocessor} is the
 * whole way from a file's bytes to a model's input; {@link dev.falcon.data.image.ImageDecoder} and
 * {@link dev.falcon.data.image.Resampler} are its halves.
 */
package dev.falcon.data.image;
