// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Changes seeds: bytes for all formats, numbers and words for text. Equal seeds, equal inputs. */
final class Mutator {
  private static final int[] NUMBERS = {
    0,
    1,
    2,
    7,
    8,
    127,
    128,
    255,
    256,
    32767,
    65535,
    65536,
    1_000_000,
    100_000_000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    -1,
    -16,
  };
  private static final List<String> WORDS =
      List.of(
          "0",
          "-1",
          "-0",
          "1e308",
          "1e999",
          "NaN",
          "0.5",
          "null",
          "true",
          "\"\"",
          "\"x\"",
          "[]",
          "{}",
          "[null]",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "2147483648",
          "99999999999999999999",
          "[1,2,3]",
          "\n",
          "\r\n",
          "\t",
          ",",
          "\"",
          "\0",
          "'",
          "&a",
          "*a",
          "!!java.net.URL",
          "\ufeff",
          "\u2028",
          "=1",
          "|",
          "{{",
          "[".repeat(1500),
          "{\"a\":".repeat(1200));
  private static final Pattern VALUE = Pattern.compile("(?<=[:,=\\[ ])[-\"0-9a-zA-Z.<>_]+");
  private static final int HEAD = 700;
  private static final int TAIL = 3000;
  private static final int TAR_BLOCK = 512;

  private final List<byte[]> seeds;
  private final SplittableRandom random;

  Mutator(List<byte[]> seeds, long seed) {
    this.seeds = seeds;
    this.random = new SplittableRandom(seed);
  }

  byte[] next() {
    byte[] seed = any(seeds);
    byte[] mutated = changed(seed);
    if (random.nextInt(6) != 0) {
      repair(mutated);
    }
    return mutated;
  }

  private byte[] changed(byte[] seed) {
    if (isSafeTensors(seed) && random.nextInt(3) != 0) {
      return safeTensors(seed);
    }
    if (isParquet(seed) && random.nextInt(3) == 0) {
      return footer(seed);
    }
    if (!isText(seed)) {
      return bytes(seed.clone());
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> bytes(seed.clone());
      case 2, 3, 4 -> seed[0] == '{' || seed[0] == '[' ? json(seed) : text(seed);
      default -> text(seed);
    };
  }

  private byte[] json(byte[] seed) {
    String text = new String(seed, StandardCharsets.UTF_8);
    return new JsonChanges(random).next(text).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isSafeTensors(byte[] bytes) {
    return bytes.length > 9 && bytes[8] == '{' && headerLength(bytes) <= bytes.length - 8;
  }

  private static long headerLength(byte[] bytes) {
    long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    return length < 0 ? Long.MAX_VALUE : length;
  }

  /** Another header, and its length before it. */
  private byte[] safeTensors(byte[] seed) {
    int end = (int) (8 + headerLength(seed));
    byte[] header = json(Arrays.copyOfRange(seed, 8, end));
    byte[] length =
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .array();
    return spliced(spliced(seed, 8, end, header), 0, 8, length);
  }

  private static boolean isParquet(byte[] bytes) {
    return bytes.length > 12 && bytes[0] == 'P' && bytes[1] == 'A' && bytes[2] == 'R';
  }

  /** Numbers of any length within the footer, and its length behind it. */
  private byte[] footer(byte[] seed) {
    int at = seed.length - 8;
    int length = ByteBuffer.wrap(seed, at, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length <= 0 || length > at - 4) {
      return bytes(seed.clone());
    }
    byte[] changed = Arrays.copyOfRange(seed, at - length, at);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int place = random.nextInt(changed.length);
      int end = Math.min(changed.length, place + random.nextInt(3));
      changed = spliced(changed, place, end, variable(NUMBERS[random.nextInt(NUMBERS.length)]));
    }
    byte[] behind =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(changed.length).array();
    return spliced(spliced(seed, at, at + 4, behind), at - length, at, changed);
  }

  /** A number as Thrift writes it: zigzag, seven bits a byte. */
  private static byte[] variable(long number) {
    long rest = number << 1 ^ number >> 63;
    ByteBuffer bytes = ByteBuffer.allocate(10);
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      bytes.put((byte) (rest | 0x80));
    }
    bytes.put((byte) rest);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static boolean isText(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, 200); i++) {
      if (bytes[i] >= 0 && bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\t') {
        return false;
      }
    }
    return bytes.length > 0 && bytes[0] >= 0;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private byte[] text(byte[] seed) {
    StringBuilder text = new StringBuilder(new String(seed, StandardCharsets.ISO_8859_1));
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(6)) {
        case 0 -> text.insert(at, any(WORDS));
        case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(10)));
        case 2 -> text.insert(at, (char) random.nextInt(256));
        case 3 -> text.insert(at, text.substring(at, Math.min(text.length(), at + 60)));
        default -> {
          List<MatchResult> values = VALUE.matcher(text).results().toList();
          if (!values.isEmpty()) {
            MatchResult value = any(values);
            text.replace(value.start(), value.end(), any(WORDS));
          }
        }
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] bytes(byte[] seed) {
    byte[] bytes = seed;
    int part = random.nextInt(3);
    int changes = 1 + random.nextInt(random.nextInt(4) == 0 ? 30 : 4);
    for (int i = 0; i < changes && bytes.length > 0; i++) {
      int at =
          switch (part) {
            case 0 -> random.nextInt(Math.min(bytes.length, HEAD));
            case 1 -> bytes.length - 1 - random.nextInt(Math.min(bytes.length, TAIL));
            default -> random.nextInt(bytes.length);
          };
      bytes = change(bytes, at);
    }
    return bytes;
  }

  private byte[] change(byte[] bytes, int at) {
    int length = Math.min(1 + random.nextInt(64), bytes.length - at);
    switch (random.nextInt(9)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt(256);
      case 2 -> number(bytes, at);
      case 3 -> {
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
      }
      case 4 -> {
        return spliced(bytes, at, at + length, new byte[0]);
      }
      case 5 -> {
        return spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
      }
      case 6 -> {
        byte[] other = any(seeds);
        int from = random.nextInt(other.length);
        byte[] piece = Arrays.copyOfRange(other, from, Math.min(other.length, from + length));
        return spliced(bytes, at, Math.min(bytes.length, at + piece.length), piece);
      }
      case 7 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? -1 : 0));
      default -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
    }
    return bytes;
  }

  private void number(byte[] bytes, int at) {
    int value = NUMBERS[random.nextInt(NUMBERS.length)];
    int width = random.nextInt(3) == 0 ? 2 : 4;
    boolean big = random.nextBoolean();
    for (int i = 0; i < width && at + i < bytes.length; i++) {
      bytes[at + i] = (byte) (value >> (8 * (big ? width - 1 - i : i)));
    }
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
    byte[] result = new byte[from + piece.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
    return result;
  }

  /** Puts checksums right, without which nothing behind them is looked at. */
  private static void repair(byte[] bytes) {
    if (bytes.length > 8 && (bytes[0] & 0xff) == 0x89 && bytes[1] == 'P') {
      repairPng(bytes);
    } else if (bytes.length > 262 && bytes[257] == 'u' && bytes[258] == 's') {
      repairTar(bytes);
    }
  }

  private static void repairPng(byte[] bytes) {
    for (int at = 8; at + 12 <= bytes.length; ) {
      int length =
          (bytes[at] & 0xff) << 24
              | (bytes[at + 1] & 0xff) << 16
              | (bytes[at + 2] & 0xff) << 8
              | (bytes[at + 3] & 0xff);
      if (length < 0 || length > bytes.length - at - 12) {
        return;
      }
      CRC32 crc = new CRC32();
      crc.update(bytes, at + 4, length + 4);
      for (int i = 0; i < 4; i++) {
        bytes[at + 8 + length + i] = (byte) (crc.getValue() >> (24 - 8 * i));
      }
      at += 12 + length;
    }
  }

  private static void repairTar(byte[] bytes) {
    for (int at = 0; at + TAR_BLOCK <= bytes.length; at += TAR_BLOCK) {
      if (bytes[at + 257] == 'u' && bytes[at + 258] == 's') {
        Arrays.fill(bytes, at + 148, at + 156, (byte) ' ');
        int sum = 0;
        for (int i = 0; i < TAR_BLOCK; i++) {
          sum += bytes[at + i] & 0xff;
        }
        byte[] octal =
            String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(octal, 0, bytes, at + 148, octal.length);
      }
    }
  }
}
