// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** The layout of a store on disk. */
public enum StoreLayout {
  /**
   * Falcon's own: Arrow IPC shards {@code part-00000.arrow} and {@code store.json}; also Arrow
   * files and streams of other tools, as for {@link #PARQUET}.
   */
  ARROW("arrow"),
  /**
   * clip-retrieval's: {@code img_emb/img_emb_N.npy}, {@code text_emb/text_emb_N.npy} and {@code
   * metadata/metadata_N.parquet}, aligned row by row.
   */
  CLIP_RETRIEVAL("clip-retrieval"),
  /**
   * Parquet files with columns of vectors: one file, or all files of a folder in the order of their
   * names. This layout is read, but not written.
   */
  PARQUET("parquet");

  private final String label;

  StoreLayout(String label) {
    this.label = label;
  }

  /** Returns the layouts in which a store is written. */
  public static List<StoreLayout> written() {
    return List.of(ARROW, CLIP_RETRIEVAL);
  }

  /** Returns the name in flags and files. */
  @JsonValue
  public String label() {
    return label;
  }
}
