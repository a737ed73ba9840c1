// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;

/**
 * The content of {@value RecordedOutput#PROVENANCE}, to which the digests of the folder's files are
 * added.
 *
 * @param format the format of the folder, such as {@code falcon_run}
 * @param version the version of the record's format
 * @param provenance how the files were made
 */
@JsonPropertyOrder({"format", "version", "provenance"})
public record FolderRecord(String format, int version, Provenance provenance) {
  private static final int VERSION = 1;

  /** Returns a record of the current version. */
  public static FolderRecord of(String format, Provenance provenance) {
    return new FolderRecord(format, VERSION, provenance);
  }
}
