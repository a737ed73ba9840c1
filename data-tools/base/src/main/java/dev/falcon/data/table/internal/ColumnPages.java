// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;

/**
 * The pages of one column of a row group. Whole pages can be skipped, and a new reader of the
 * library then continues with the rest; the library's own readers decode every value that they
 * skip.
 */
final class ColumnPages implements PageReadStore, PageReader {
  private final PageReadStore group;
  private final PageReader pages;
  private Optional<DictionaryPage> dictionary; // null before it is read
  private DataPage held; // read, but not handed out; null if there is none
  private long handed; // values of the pages that were handed out or skipped

  ColumnPages(PageReadStore group, ColumnDescriptor column) {
    this.group = group;
    this.pages = group.getPageReader(column);
  }

  /** Returns the number of values of all pages that were handed out or skipped. */
  long handed() {
    return handed;
  }

  /**
   * Skips as many of the next pages as together have at most this many values.
   *
   * @return the number of values of the skipped pages
   */
  long pass(long values) {
    long passed = 0;
    while (true) {
      if (held == null) {
        held = pages.readPage();
      }
      if (held == null || held.getValueCount() > values - passed) {
        handed += passed;
        return passed;
      }
      passed += held.getValueCount();
      held = null;
    }
  }

  @Override
  public DataPage readPage() {
    DataPage page = held == null ? pages.readPage() : held;
    held = null;
    if (page != null) {
      handed += page.getValueCount();
    }
    return page;
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    if (dictionary == null) {
      dictionary = Optional.ofNullable(pages.readDictionaryPage()).map(ColumnPages::copy);
    }
    return dictionary.orElse(null);
  }

  /** Returns a copy of a page, since the bytes of the library's pages may be read only once. */
  private static DictionaryPage copy(DictionaryPage page) {
    try {
      BytesInput bytes = BytesInput.from(page.getBytes().toInputStream().readAllBytes());
      return new DictionaryPage(bytes, page.getDictionarySize(), page.getEncoding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of values that a reader that starts here will find. */
  @Override
  public long getTotalValueCount() {
    return pages.getTotalValueCount() - handed;
  }

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    return this;
  }

  @Override
  public long getRowCount() {
    return group.getRowCount();
  }

  @Override
  public Optional<Long> getRowIndexOffset() {
    return group.getRowIndexOffset();
  }

  @Override
  public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
    return group.getRowIndexes();
  }
}
