// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.internal.Bytes;
import dev.falcon.data.image.internal.PixelLimit;
import java.util.ArrayList;
import java.util.List;

/** The start-of-frame segment of a JPEG. */
record JpegFrame(boolean progressive, int width, int height, List<JpegComponent> components) {
  private static final int MAX_SAMPLING = 4;

  /** Reads the segment whose data start at {@code at}. */
  static JpegFrame read(byte[] file, int at, int length, boolean progressive, long maxPixels) {
    int bits = file[at] & 0xff;
    if (bits != 8) {
      throw new ImageException("a JPEG of " + bits + " bits a sample; 8 are read");
    }
    int height = Bytes.bigEndian16(file, at + 1);
    int width = Bytes.bigEndian16(file, at + 3);
    int count = file[at + 5] & 0xff;
    PixelLimit.check(width, height, maxPixels);
    if (count != 1 && count != 3 && count != 4) {
      throw new ImageException("a JPEG of " + count + " components; 1, 3 or 4 are read");
    }
    if (length != 6 + 3 * count) {
      throw new ImageException("the JPEG's frame header is broken");
    }
    List<JpegComponent> components = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int entry = at + 6 + 3 * i;
      components.add(
          new JpegComponent(file[entry] & 0xff, file[entry + 1] & 0xff, file[entry + 2] & 0xff));
    }
    JpegFrame frame = new JpegFrame(progressive, width, height, List.copyOf(components));
    components.forEach(frame::measure);
    return frame;
  }

  private void measure(JpegComponent component) {
    if (component.horizontal < 1
        || component.horizontal > MAX_SAMPLING
        || component.vertical < 1
        || component.vertical > MAX_SAMPLING) {
      throw new ImageException("the JPEG's sampling factors are broken");
    }
    component.width = divideUp(width * component.horizontal, maxHorizontal());
    component.height = divideUp(height * component.vertical, maxVertical());
    component.blocksAcross = mcusAcross() * component.horizontal;
    component.blocksDown = mcusDown() * component.vertical;
  }

  int maxHorizontal() {
    return components.stream().mapToInt(component -> component.horizontal).max().orElseThrow();
  }

  int maxVertical() {
    return components.stream().mapToInt(component -> component.vertical).max().orElseThrow();
  }

  int mcusAcross() {
    return divideUp(width, 8 * maxHorizontal());
  }

  int mcusDown() {
    return divideUp(height, 8 * maxVertical());
  }

  static int divideUp(int a, int b) {
    return (a + b - 1) / b;
  }
}
