// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

/** Something that mines outside this process, and is a service on the class path. */
public interface Engine {
  /** Returns the name in flags, such as {@code spark}. */
  String name();
}
