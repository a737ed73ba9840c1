// V5: halves of the JDK.
// java: 25
// options: --add-modules jdk.incubator.vector
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import jdk.incubator.vector.Float16;

final class Halves {
  public static void main(String[] arguments) {
    Seen.say("V5", "halves of all 2^32 floats that are not the nearest, ties to even", () -> IntStream.range(0, 1 << 16)
        .parallel()
        .mapToLong(high -> IntStream.range(0, 1 << 16).filter(low -> wrong(Float.intBitsToFloat(high << 16 | low))).count())
        .sum());
    Seen.say("V5", "Float16.valueOf of 3 million doubles that are rounded twice", () -> {
      var random = new SplittableRandom(1);
      int wrong = 0;
      for (int i = 0; i < 3_000_000; i++) {
        // Just beside the middle between two halves, where a float in between would be the middle itself.
        double half = Float.float16ToFloat((short) random.nextInt(0x0400, 0x7000));
        double unit = Math.scalb(1d, Math.getExponent(half) - 10);
        double number = half + unit / 2 + random.nextInt(-1, 2) * Math.ulp(half);
        wrong += Float16.valueOf(number).doubleValue() == nearest(number) ? 0 : 1;
      }
      return wrong;
    });
    Seen.say("V5", "Float16.fma of 3 million triples that are rounded twice", () -> {
      var random = new SplittableRandom(2);
      int wrong = 0;
      for (int i = 0; i < 3_000_000; i++) {
        var a = half(random);
        var b = half(random);
        var c = half(random);
        var exact = new BigDecimal(a.doubleValue()).multiply(new BigDecimal(b.doubleValue())).add(new BigDecimal(c.doubleValue()));
        // Products and sums of halves between 2^-7 and 2^8 are exact in double.
        wrong += Float16.fma(a, b, c).doubleValue() == nearest(exact.doubleValue()) ? 0 : 1;
      }
      return wrong;
    });
  }

  static Float16 half(SplittableRandom random) {
    return Float16.shortBitsToFloat16((short) (random.nextInt(0x2000, 0x5c00) | (random.nextBoolean() ? 0x8000 : 0)));
  }

  static boolean wrong(float number) {
    return !Float.isNaN(number) && Float.float16ToFloat(Float.floatToFloat16(number)) != (float) nearest(number);
  }

  static double nearest(double number) {
    double size = Math.abs(number);
    double unit = Math.scalb(1d, Math.max(Math.getExponent(size), -14) - 10);
    double rounded = Double.isInfinite(size) ? size : Math.rint(size / unit) * unit;
    return Math.copySign(rounded > 65504 ? Double.POSITIVE_INFINITY : rounded, number);
  }
}
