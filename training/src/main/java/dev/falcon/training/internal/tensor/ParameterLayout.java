package dev.falcon.training.internal.tensor;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names, shapes and initial values of a network's parameters, in the order of declaration. A
 * parameter belongs to a group, with or without weight decay and with one learning rate; or it is
 * frozen, and keeps its initial values.
 */
public final class ParameterLayout {
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * One parameter.
   *
   * @param name dots separate its parts, as in Hugging Face's files
   * @param shape a matrix is [out x in]
   * @param first its initial values
   * @param decayed whether weight decay applies to it
   * @param rate factor on the run's learning rate; 0 for a frozen parameter
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by content below
  public record Entry(String name, long[] shape, Initialiser first, boolean decayed, double rate) {
    /** Returns whether it is frozen. */
    public boolean frozen() {
      return rate == 0;
    }

    /** The number of values. */
    public int size() {
      long size = 1;
      for (long extent : shape) {
        size = Math.multiplyExact(size, extent);
      }
      return Math.toIntExact(size);
    }

    /** Initial values, from a stream named after the parameter. */
    public float[] initialised(long seed) {
      RandomStream random = RandomStream.of(seed, name);
      float[] data = new float[size()];
      for (int i = 0; i < data.length; i++) {
        data[i] = first.next(random);
      }
      return data;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry entry
          && name.equals(entry.name)
          && Arrays.equals(shape, entry.shape)
          && decayed == entry.decayed
          && rate == entry.rate;
    }

    @Override
    public int hashCode() {
      return name.hashCode() * 31 + Arrays.hashCode(shape);
    }

    @Override
    public String toString() {
      return name + Arrays.toString(shape);
    }
  }

  /** Initialises a parameter. */
  @FunctionalInterface
  public interface Initialiser {
    /** The value at any position; called in order. */
    float next(RandomStream random);

    /** The same value everywhere. */
    static Initialiser constant(float value) {
      return random -> value;
    }

    /** Normal with mean 0. */
    static Initialiser normal(double deviation) {
      return random -> (float) (random.nextGaussian() * deviation);
    }

    /** Uniform in [-bound, bound). */
    static Initialiser uniform(double bound) {
      return random -> (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  /**
   * Declares a parameter. As in ALBEF, one-dimensional parameters (biases, normalisations) are not
   * decayed, all others are.
   */
  public void declare(String name, Initialiser first, long... shape) {
    declare(1, name, first, shape);
  }

  /**
   * Declares a parameter with a separate learning rate.
   *
   * @param rate factor on the run's rate; 0 for a frozen parameter
   */
  public void declare(double rate, String name, Initialiser first, long... shape) {
    Entry entry = new Entry(name, shape, first, rate > 0 && shape.length != 1, rate);
    if (entries.put(name, entry) != null) {
      throw new IllegalArgumentException("declared twice: " + name);
    }
  }

  /** All parameters in the order of declaration. */
  public List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** The rates of all trained parameters, in the order of declaration. */
  double[] rates() {
    return entries.values().stream()
        .filter(entry -> !entry.frozen())
        .mapToDouble(Entry::rate)
        .distinct()
        .toArray();
  }

  /** One group's parameters in the order of declaration. */
  List<Entry> group(double rate, boolean decayed) {
    List<Entry> group = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.rate() == rate && entry.decayed() == decayed) {
        group.add(entry);
      }
    }
    return group;
  }

  /** The frozen parameters, in the order of declaration. */
  public List<Entry> frozen() {
    return entries.values().stream().filter(Entry::frozen).toList();
  }

  /** The number of values of all parameters. */
  public long size() {
    return entries.values().stream().mapToLong(Entry::size).sum();
  }

  /** Initial values of all parameters; each has a stream named after it. */
  public Map<String, float[]> initialise(long seed) {
    Map<String, float[]> values = new LinkedHashMap<>();
    for (Entry entry : entries.values()) {
      values.put(entry.name(), entry.initialised(seed));
    }
    return values;
  }
}
