// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import java.util.List;

/**
 * Decodes one scan: blocks of coefficients, sequential or progressive, with restart intervals. If a
 * segment's data end early, its remaining blocks are left unchanged.
 *
 * @see <a href="https://www.w3.org/Graphics/JPEG/itu-t81.pdf">ITU-T T.81, annexes F and G</a>
 */
final class JpegScan {

  private final byte[] file;
  private final JpegBits bits;
  private final List<JpegComponent> components;
  private final boolean progressive;
  private final int first; // of the spectral band
  private final int last;
  private final int high; // bit position of the scan before; 0: this is the first
  private final int low; // bit position of this scan
  private final int restartInterval; // in MCUs; 0: none
  private int untilRestart;
  private int nextRestart;
  private int endOfBandRun;
  private boolean dry; // the segment's data have ended early

  JpegScan(JpegSegments segments, int dataStart, boolean progressive) {
    this.file = segments.file();
    this.bits = new JpegBits(file, dataStart);
    this.components = segments.scanComponents();
    this.progressive = progressive;
    this.first = segments.spectralFirst();
    this.last = segments.spectralLast();
    this.high = segments.approximationHigh();
    this.low = segments.approximationLow();
    this.restartInterval = segments.restartInterval();
    this.untilRestart = restartInterval;
    components.forEach(component -> component.lastDc = 0);
  }

  /** Returns the current position; once the scan is decoded, that of the marker after it. */
  int position() {
    return bits.position();
  }

  /** Decodes the whole scan into the components' coefficients. */
  void decodeAll(JpegFrame frame) {
    if (components.size() == 1) {
      JpegComponent component = components.get(0);
      for (int y = 0; y < component.realBlocksDown(); y++) {
        for (int x = 0; x < component.realBlocksAcross(); x++) {
          beginMcu();
          decodeStored(component, x, y);
          endMcu();
        }
      }
      return;
    }
    for (int y = 0; y < frame.mcusDown(); y++) {
      for (int x = 0; x < frame.mcusAcross(); x++) {
        beginMcu();
        for (JpegComponent component : components) {
          for (int v = 0; v < component.vertical; v++) {
            for (int h = 0; h < component.horizontal; h++) {
              decodeStored(component, x * component.horizontal + h, y * component.vertical + v);
            }
          }
        }
        endMcu();
      }
    }
  }

  private void decodeStored(JpegComponent component, int x, int y) {
    int at = (y * component.blocksAcross + x) * 64;
    if (dry) {
      return;
    }
    if (!progressive) {
      sequential(component, component.coefficients, at);
    } else if (first == 0) {
      if (high == 0) {
        dcFirst(component, at);
      } else {
        dcRefine(component, at);
      }
    } else if (high == 0) {
      acFirst(component, at);
    } else {
      acRefine(component, at);
    }
  }

  /** Reads a restart marker if one is due. Called before each MCU. */
  void beginMcu() {
    if (restartInterval == 0) {
      return;
    }
    if (untilRestart == 0) {
      int position = JpegRestart.afterMarker(file, bits.position(), nextRestart);
      bits.restart(position);
      components.forEach(component -> component.lastDc = 0);
      nextRestart = (nextRestart + 1) & 7;
      untilRestart = restartInterval;
      endOfBandRun = 0;
      dry = false;
    }
    untilRestart--;
  }

  /** Counts an MCU towards the restart interval. Called after each MCU. */
  void endMcu() {
    dry |= bits.ranDry();
  }

  /** Returns whether blocks up to the next restart stay zero. */
  boolean isDry() {
    return dry;
  }

  /**
   * Decodes a block of a sequential scan.
   *
   * @param block zeros, which are overwritten // [64] from {@code at} on, natural order
   * @return the number, in zigzag order, of the last possibly non-zero coefficient
   */
  int sequential(JpegComponent component, short[] block, int at) {
    bits.need32();
    int size = component.dcTable.symbol(bits) & 0xf;
    if (size != 0) {
      component.lastDc += bits.takeSigned(size);
    }
    block[at] = (short) component.lastDc;
    JpegHuffman table = component.acTable;
    int k = 1;
    int lastSet = 0;
    while (k < 64) {
      bits.need32();
      int pair = table.pair(bits.peek(JpegHuffman.LOOKUP_BITS));
      int value;
      if (pair != 0) {
        bits.skip(pair & 0xff);
        k += pair >> 8 & 0xf;
        value = pair >> 16;
      } else {
        int symbol = table.symbol(bits);
        int bitCount = symbol & 0xf;
        int run = symbol >> 4;
        if (bitCount == 0) {
          if (run != 15) {
            break;
          }
          k += 16;
          continue;
        }
        k += run;
        value = bits.takeSigned(bitCount);
      }
      block[at + JpegSegments.NATURAL_ORDER[k]] = (short) value;
      lastSet = k++;
    }
    return Math.min(lastSet, 63);
  }

  private void dcFirst(JpegComponent component, int at) {
    bits.need32();
    int size = component.dcTable.symbol(bits) & 0xf;
    if (size != 0) {
      component.lastDc += bits.takeSigned(size);
    }
    component.coefficients[at] = (short) (component.lastDc << low);
  }

  private void dcRefine(JpegComponent component, int at) {
    if (bits.takeOne() != 0) {
      component.coefficients[at] |= (short) (1 << low);
    }
  }

  private void acFirst(JpegComponent component, int at) {
    if (endOfBandRun > 0) {
      endOfBandRun--;
      return;
    }
    short[] block = component.coefficients;
    int k = first;
    while (k <= last) {
      bits.need32();
      int symbol = component.acTable.symbol(bits);
      int size = symbol & 0xf;
      int run = symbol >> 4;
      if (size != 0) {
        k += run;
        block[at + JpegSegments.NATURAL_ORDER[k]] = (short) (bits.takeSigned(size) << low);
        k++;
      } else if (run == 15) {
        k += 16;
      } else {
        endOfBandRun = (1 << run) - 1 + (run == 0 ? 0 : bits.take(run));
        return;
      }
    }
  }

  /**
   * Refines a band of AC coefficients (T.81, G.1.2.3): the data hold one bit for each coefficient
   * that is already non-zero, and between these the new ones.
   */
  private void acRefine(JpegComponent component, int at) {
    short[] block = component.coefficients;
    int k = first;
    if (endOfBandRun == 0) {
      while (k <= last) {
        bits.need32();
        int symbol = component.acTable.symbol(bits);
        int run = symbol >> 4;
        int fresh = 0;
        if ((symbol & 0xf) != 0) {
          fresh = bits.take(1) != 0 ? 1 << low : -1 << low;
        } else if (run != 15) {
          endOfBandRun = (1 << run) + (run == 0 ? 0 : bits.take(run));
          break;
        }
        k = refineRun(block, at, k, run);
        if (fresh != 0) {
          block[at + JpegSegments.NATURAL_ORDER[k]] = (short) fresh;
        }
        k++;
      }
    }
    if (endOfBandRun > 0) {
      refineRun(block, at, k, Integer.MAX_VALUE);
      endOfBandRun--;
    }
  }

  /**
   * Refines coefficients up to the zero that follows this many zeros, and returns its position, or
   * the band's end.
   */
  private int refineRun(short[] block, int at, int from, int zeros) {
    int left = zeros;
    int k = from;
    for (; k <= last; k++) {
      int i = at + JpegSegments.NATURAL_ORDER[k];
      if (block[i] == 0) {
        if (--left < 0) {
          break;
        }
      } else if (bits.takeOne() != 0 && (Math.abs(block[i]) & 1 << low) == 0) {
        block[i] += (short) (block[i] > 0 ? 1 << low : -1 << low);
      }
    }
    return k;
  }
}
