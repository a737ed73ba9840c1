// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

/** What befalls a command. */
enum Fault {
  /** SIGKILL at moments that are drawn; the same command goes on. */
  KILLED,
  /** No file may grow beyond 8 KiB; then all may. */
  SMALL_FILES,
  /** A file system that is full; then it has room. Needs the right to mount one. */
  FULL_DISK,
  /** Folders that may not be written: before it begins, and where it was killed. */
  READ_ONLY,
  /** Its largest input cut in half: while it works, and where it was killed. */
  CHANGED,
  /** The same command while the first works. */
  TWICE
}
