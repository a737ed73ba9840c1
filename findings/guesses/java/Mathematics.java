// V1 to V4, V6 and V7: the JDK's Vector API and mathematics, first interpreted, then compiled. On Java 17, V1 is 0 of 512 twice, and V7 false.
// java: 25
// options: --add-modules jdk.incubator.vector
import java.util.*;
import java.util.function.*;
import jdk.incubator.vector.*;

final class Mathematics {
  static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_256;
  static final int COUNT = 300_000;

  public static void main(String[] arguments) {
    float[] numbers = new float[4096];
    var random = new SplittableRandom(1);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) (random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-4, 5)));
    }
    Seen.say("V1", "sums of 8 lanes that are not the sum from left to right, interpreted, compiled", () -> List.of(
        differing(numbers, sumsOfLanes(numbers), leftToRight(numbers)),
        differing(numbers, compiled(() -> sumsOfLanes(numbers)), leftToRight(numbers))));
    Map<String, Function<FloatVector, FloatVector>> lanewise = new LinkedHashMap<>();
    // Only an operator that is a constant is compiled to instructions.
    lanewise.put("EXP", lanes -> lanes.lanewise(VectorOperators.EXP));
    lanewise.put("LOG", lanes -> lanes.abs().lanewise(VectorOperators.LOG));
    lanewise.put("TANH", lanes -> lanes.lanewise(VectorOperators.TANH));
    lanewise.forEach((name, function) -> {
      float[] interpreted = lanewise(function, numbers);
      float[] compiled = compiled(() -> lanewise(function, numbers));
      Seen.say("V2", name + " has other bits when compiled", () -> !Arrays.equals(interpreted, compiled));
    });

    float nan = Float.NaN;
    float[] first = {nan, 1, 0f, -0f, nan, 3e9f, -3e9f, 2.7f};
    float[] second = {1, nan, -0f, 0f, nan, 1, 2, -2.7f};
    Seen.say("V3", "lanes where minimum, maximum or conversion to int differ from Math.min, Math.max and a cast", () -> {
      var x = FloatVector.fromArray(FLOATS, first, 0);
      var y = FloatVector.fromArray(FLOATS, second, 0);
      int[] whole = ((IntVector) x.convert(VectorOperators.F2I, 0)).toArray();
      int differing = 0;
      for (int i = 0; i < 8; i++) {
        differing += Float.compare(x.min(y).lane(i), Math.min(first[i], second[i])) == 0 ? 0 : 1;
        differing += Float.compare(x.max(y).lane(i), Math.max(first[i], second[i])) == 0 ? 0 : 1;
        differing += whole[i] == (int) first[i] ? 0 : 1;
      }
      return differing;
    });
    Seen.say("V4", "a sum of lanes that are all -0.0", () -> FloatVector.broadcast(FLOATS, -0f).reduceLanes(VectorOperators.ADD));

    Map<String, DoubleUnaryOperator> functions = new LinkedHashMap<>();
    functions.put("exp", Math::exp);
    functions.put("log", x -> Math.log(Math.abs(x)));
    functions.put("pow", x -> Math.pow(Math.abs(x), 1.7));
    functions.forEach((name, function) -> {
      long interpreted = hash(function, 2_000);
      Seen.say("V6", name + " of 2000 values has other bits when compiled",
          () -> {
            hash(function, COUNT);
            return interpreted != hash(function, 2_000);
          });
      Seen.say("V6", "hash of " + name + " of 300000 values", () -> Long.toHexString(hash(function, COUNT)));
    });
    hash(Math::tanh, COUNT);
    Seen.say("V7", "Math.tanh has other bits than StrictMath.tanh, whose bits are those of Math.tanh on Java 17",
        () -> hash(Math::tanh, COUNT) != hash(StrictMath::tanh, COUNT));
  }

  static float[] compiled(Supplier<float[]> method) {
    float[] result = null;
    for (int i = 0; i < 3000; i++) {
      result = method.get();
    }
    return result;
  }

  static String differing(float[] numbers, float[] sums, float[] others) {
    int count = 0;
    for (int i = 0; i < sums.length; i++) {
      count += sums[i] == others[i] ? 0 : 1;
    }
    return count + " of " + sums.length;
  }

  static float[] sumsOfLanes(float[] numbers) {
    float[] sums = new float[numbers.length / 8];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = FloatVector.fromArray(FLOATS, numbers, 8 * i).reduceLanes(VectorOperators.ADD);
    }
    return sums;
  }

  static float[] leftToRight(float[] numbers) {
    float[] sums = new float[numbers.length / 8];
    for (int i = 0; i < numbers.length; i++) {
      sums[i / 8] += numbers[i];
    }
    return sums;
  }

  static float[] lanewise(Function<FloatVector, FloatVector> function, float[] numbers) {
    float[] results = new float[numbers.length];
    for (int i = 0; i < numbers.length; i += 8) {
      function.apply(FloatVector.fromArray(FLOATS, numbers, i)).intoArray(results, i);
    }
    return results;
  }

  static long hash(DoubleUnaryOperator function, int count) {
    var random = new SplittableRandom(2);
    long hash = 0;
    for (int i = 0; i < count; i++) {
      hash = 31 * hash + Double.doubleToRawLongBits(function.applyAsDouble(random.nextDouble(-20, 20)));
    }
    return hash;
  }
}
