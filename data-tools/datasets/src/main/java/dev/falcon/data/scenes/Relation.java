// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

/** Position of one object's cell relative to another's. */
public enum Relation {
  LEFT_OF,
  RIGHT_OF,
  ABOVE,
  BELOW;

  private final String words = Words.of(this);

  /** Returns the words in a caption, such as "left of". */
  public String words() {
    return words;
  }

  /** Returns whether the first object has this relation to the second. */
  public boolean holds(SceneObject first, SceneObject second) {
    return switch (this) {
      case LEFT_OF -> first.column() < second.column();
      case RIGHT_OF -> first.column() > second.column();
      case ABOVE -> first.row() < second.row();
      case BELOW -> first.row() > second.row();
    };
  }
}
