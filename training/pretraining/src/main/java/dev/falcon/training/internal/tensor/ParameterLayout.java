// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names, shapes and initial values of a network's parameters, in the order of declaration. A
 * parameter belongs to a group, which has one learning rate and either has weight decay or not; or
 * it is frozen and keeps its initial values.
 */
public final class ParameterLayout {
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * One parameter.
   *
   * @param name the name, whose parts are separated by dots as in Hugging Face's files
   * @param shape the shape; that of a matrix is [out x in]
   * @param first the initial values
   * @param decayed whether weight decay applies to it
   * @param rate the factor on the run's learning rate; 0 for a frozen parameter
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by content below
  public record Entry(String name, long[] shape, Initialiser first, boolean decayed, double rate) {
    /** Returns whether the parameter is frozen. */
    public boolean frozen() {
      return rate == 0;
    }

    /** Returns the number of values. */
    public int size() {
      long size = 1;
      for (long extent : shape) {
        size = Math.multiplyExact(size, extent);
      }
      return Math.toIntExact(size);
    }

    /** Returns the initial values, drawn from a stream named after the parameter. */
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
    /** Returns the value at the next position; called in order. */
    float next(RandomStream random);

    /** Returns the same value everywhere. */
    static Initialiser constant(float value) {
      return random -> value;
    }

    /** Returns a normal initialisation with mean 0 and this standard deviation. */
    static Initialiser normal(double deviation) {
      return random -> (float) (random.nextGaussian() * deviation);
    }

    /** Returns a uniform initialisation in [-bound, bound). */
    static Initialiser uniform(double bound) {
      return random -> (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  /**
   * Declares a parameter. As in ALBEF, weight decay applies to all parameters except
   * one-dimensional ones (biases and normalisations).
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

  /** Returns all parameters in the order of declaration. */
  public List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** Returns the rates of all trained parameters, in the order of declaration. */
  double[] rates() {
    return entries.values().stream()
        .filter(entry -> !entry.frozen())
        .mapToDouble(Entry::rate)
        .distinct()
        .toArray();
  }

  /** Returns the parameters of one group, in the order of declaration. */
  List<Entry> group(double rate, boolean decayed) {
    List<Entry> group = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.rate() == rate && entry.decayed() == decayed) {
        group.add(entry);
      }
    }
    return group;
  }

  /** Returns the frozen parameters, in the order of declaration. */
  public List<Entry> frozen() {
    return entries.values().stream().filter(Entry::frozen).toList();
  }

  /** Returns the number of values of all parameters. */
  public long size() {
    return entries.values().stream().mapToLong(Entry::size).sum();
  }

  /**
   * Returns the initial values of all parameters, each drawn from a stream named after the
   * parameter.
   */
  public Map<String, float[]> initialise(long seed) {
    Map<String, float[]> values = new LinkedHashMap<>();
    for (Entry entry : entries.values()) {
      values.put(entry.name(), entry.initialised(seed));
    }
    return values;
  }
}
