package dev.falcon.data.internal.source.rows;

/** Keys for rows that have none of their own: their place in the dataset. */
public final class RowKeys {
  private RowKeys() {}

  /**
   * The key of a row.
   *
   * @param file the file's place among the dataset's files
   * @param files how many files there are; of one alone, the row's number is enough
   * @param row the row's place in its file, from 0
   */
  public static String of(int file, int files, long row) {
    return files == 1 ? String.format("%09d", row) : String.format("%05d-%09d", file, row);
  }
}
