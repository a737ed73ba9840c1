package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonValue;

/** The layout of a store on disk. */
public enum StoreLayout {
  /** Falcon's own: Arrow IPC shards {@code part-00000.arrow} and {@code store.json}. */
  ARROW("arrow"),
  /**
   * clip-retrieval's: {@code img_emb/img_emb_N.npy}, {@code text_emb/text_emb_N.npy} and {@code
   * metadata/metadata_N.parquet}, aligned row by row.
   */
  CLIP_RETRIEVAL("clip-retrieval");

  private final String label;

  StoreLayout(String label) {
    this.label = label;
  }

  /** The name in flags and files. */
  @JsonValue
  public String label() {
    return label;
  }
}
