/**
 * Exact conversion of pictures to tensors: decoders, the two-pass resize and the normalisation give
 * the bytes and floats of Pillow and torchvision. {@link dev.falcon.data.image.Preprocessor} covers
 * the whole path from a file's bytes to a model's input; {@link dev.falcon.data.image.ImageDecoder}
 * and {@link dev.falcon.data.image.Resampler} cover its parts.
 */
package dev.falcon.data.image;
