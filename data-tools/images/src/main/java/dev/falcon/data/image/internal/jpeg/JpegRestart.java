// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

/** Resynchronises a scan after a restart marker, also in broken data, as libjpeg does. */
final class JpegRestart {
  private static final int FIRST_MARKER = 0xc0;
  private static final int RST0 = 0xd0;
  private static final int RST7 = 0xd7;

  private JpegRestart() {}

  /**
   * Returns the position from which decoding resumes.
   *
   * @param from a position at or before the marker
   * @param expected its number, 0 to 7
   * @return the position after the marker; or that of the marker itself if it belongs to later
   *     data, so that the blocks up to it are skipped
   */
  public static int afterMarker(byte[] file, int from, int expected) {
    int at = next(file, from);
    while (at < file.length) {
      int marker = file[at + 1] & 0xff;
      if (marker == RST0 + expected) {
        return at + 2;
      }
      if (marker >= FIRST_MARKER) {
        boolean restart = marker >= RST0 && marker <= RST7;
        int ahead = (marker - RST0 - expected) & 7;
        if (!restart || ahead == 1 || ahead == 2) {
          return at;
        }
        if (ahead < 6) {
          return at + 2;
        }
      }
      at = next(file, at + 2);
    }
    return file.length;
  }

  /** Returns the position of the next marker's 0xff byte; the file's length if there is none. */
  public static int next(byte[] file, int from) {
    for (int at = from; at + 1 < file.length; at++) {
      int code = file[at + 1] & 0xff;
      if (file[at] == (byte) 0xff && code != 0 && code != 0xff) {
        return at;
      }
    }
    return file.length;
  }
}
