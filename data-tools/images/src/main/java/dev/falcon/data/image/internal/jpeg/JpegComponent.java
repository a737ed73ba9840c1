// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

/** One component of a frame: its sampling, its size, and its tables from the scans. */
final class JpegComponent {
  final int id;
  final int horizontal; // sampling factor, 1 to 4
  final int vertical;
  final int quantizationIndex;
  int width; // in samples, without the padding of the last blocks
  int height;
  int blocksAcross; // in whole MCUs
  int blocksDown;
  int[] quantization; // [64], natural order; fixed at the component's first scan
  JpegHuffman dcTable;
  JpegHuffman acTable;
  int lastDc;
  short[] coefficients; // [blocksDown x blocksAcross x 64]; null while a frame is streamed

  JpegComponent(int id, int sampling, int quantizationIndex) {
    this.id = id;
    this.horizontal = sampling >> 4;
    this.vertical = sampling & 0xf;
    this.quantizationIndex = quantizationIndex;
  }

  /** Returns the number of blocks of a row with samples of the picture. */
  int realBlocksAcross() {
    return (width + 7) / 8;
  }

  int realBlocksDown() {
    return (height + 7) / 8;
  }
}
