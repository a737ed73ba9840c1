// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenes, stored so that a caption is decided for 64 of them at once. Objects are in slots 0 to 2;
 * for each slot and each property of the object in it, a bit set holds the scenes with that
 * property. A caption is then decided by a few ANDs and ORs.
 *
 * <p>Takes 108 bits per scene. Immutable and therefore thread-safe.
 */
public final class SceneIndex {
  private static final int SLOTS = Scene.MAX_OBJECTS;

  private final int size;
  private final int words;
  private final Map<Background, long[]> backgrounds;
  private final List<Slot> slots = new ArrayList<>(SLOTS);

  /** The properties of the objects in a slot, each as a set of scenes. */
  private static final class Slot {
    /** The scenes with an object in this slot. */
    final long[] present;

    /** The scenes whose object has a given shape, colour, size or half. */
    final Map<Enum<?>, long[]> stated = new HashMap<>();

    /** The scenes whose object has a given relation to the object in each slot. */
    final List<Map<Relation, long[]>> relations = new ArrayList<>(SLOTS);

    Slot(int words) {
      present = new long[words];
      stated.putAll(emptySets(Shape.values(), words));
      stated.putAll(emptySets(Colour.values(), words));
      stated.putAll(emptySets(Size.values(), words));
      stated.putAll(emptySets(Half.values(), words));
      for (int i = 0; i < SLOTS; i++) {
        relations.add(emptySets(Relation.values(), words));
      }
    }
  }

  public SceneIndex(List<Scene> scenes) {
    size = scenes.size();
    words = (size + Long.SIZE - 1) / Long.SIZE;
    backgrounds = emptySets(Background.values(), words);
    for (int i = 0; i < SLOTS; i++) {
      slots.add(new Slot(words));
    }
    for (int i = 0; i < size; i++) {
      add(scenes.get(i), i);
    }
  }

  /** Returns the number of scenes. */
  public int size() {
    return size;
  }

  /**
   * Returns the scenes of which a caption is true.
   *
   * @return bit {@code i % 64} of word {@code i / 64} is set if it is true of scene i
   */
  public long[] matches(Caption caption) {
    List<Description> descriptions = caption.descriptions();
    int count = descriptions.size();
    long[] result = new long[words];
    long[] term = new long[words];
    // Every assignment of distinct slots to the descriptions. The remaining slots may hold
    // anything.
    for (int first = 0; first < SLOTS; first++) {
      if (count == 1) {
        begin(term, first, descriptions.get(0));
        or(result, term);
        continue;
      }
      for (int second = 0; second < SLOTS; second++) {
        if (second == first) {
          continue;
        }
        begin(term, first, descriptions.get(0));
        restrict(term, slots.get(second), descriptions.get(1));
        if (caption.relation() != null) {
          and(term, slots.get(first).relations.get(second).get(caption.relation()));
        }
        if (count == SLOTS) {
          restrict(term, slots.get(SLOTS - first - second), descriptions.get(2));
        }
        or(result, term);
      }
    }
    if (caption.background() != null) {
      and(result, backgrounds.get(caption.background()));
    }
    return result;
  }

  /** Returns the number of scenes of which a caption is true. */
  public int count(Caption caption) {
    int count = 0;
    for (long word : matches(caption)) {
      count += Long.bitCount(word);
    }
    return count;
  }

  private void begin(long[] term, int slot, Description description) {
    System.arraycopy(slots.get(slot).present, 0, term, 0, words);
    restrict(term, slots.get(slot), description);
  }

  private static void restrict(long[] term, Slot slot, Description description) {
    and(term, slot.present);
    restrict(term, slot, description.shape());
    restrict(term, slot, description.colour());
    restrict(term, slot, description.size());
    restrict(term, slot, description.half());
  }

  private static void restrict(long[] term, Slot slot, Enum<?> stated) {
    if (stated != null) {
      and(term, slot.stated.get(stated));
    }
  }

  private static void and(long[] target, long[] other) {
    for (int i = 0; i < target.length; i++) {
      target[i] &= other[i];
    }
  }

  private static void or(long[] target, long[] other) {
    for (int i = 0; i < target.length; i++) {
      target[i] |= other[i];
    }
  }

  private static <E> Map<E, long[]> emptySets(E[] constants, int words) {
    Map<E, long[]> sets = new HashMap<>();
    for (E constant : constants) {
      sets.put(constant, new long[words]);
    }
    return sets;
  }

  private void add(Scene scene, int number) {
    set(backgrounds.get(scene.background()), number);
    List<SceneObject> objects = scene.objects();
    for (int i = 0; i < objects.size(); i++) {
      SceneObject object = objects.get(i);
      Slot slot = slots.get(i);
      set(slot.present, number);
      set(slot.stated.get(object.shape()), number);
      set(slot.stated.get(object.colour()), number);
      set(slot.stated.get(object.size()), number);
      for (Half half : Half.values()) {
        if (half.holds(object.row(), object.column(), scene.cellsPerSide())) {
          set(slot.stated.get(half), number);
        }
      }
      for (int other = 0; other < objects.size(); other++) {
        for (Relation relation : Relation.values()) {
          if (other != i && relation.holds(object, objects.get(other))) {
            set(slot.relations.get(other).get(relation), number);
          }
        }
      }
    }
  }

  private static void set(long[] bits, int number) {
    bits[number / Long.SIZE] |= 1L << (number % Long.SIZE);
  }
}
