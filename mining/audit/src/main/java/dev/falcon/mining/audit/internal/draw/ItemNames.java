// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.sample.SameText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds items by what lists call them: their keys, their texts, or the files of their pictures,
 * whose names are keys. A text of several items is the first of them.
 *
 * <p>Memory: once a text is looked up, the texts of all items.
 */
final class ItemNames {
  private final Items items;
  private final Map<String, Integer> ofAnchors = new HashMap<>();
  private final Map<String, Integer> ofTexts = new HashMap<>();

  ItemNames(Items items) {
    this.items = items;
  }

  /**
   * An item that a list names.
   *
   * @param picture whether the name is that of a picture's file
   */
  record Named(int item, boolean picture) {}

  /** Finds an item of the sample that asks. In pairs of texts, a text is an anchor first. */
  Optional<Named> query(ListedName name) {
    return find(name, true);
  }

  /** Finds an item that is listed. */
  Optional<Named> listed(ListedName name) {
    return find(name, false);
  }

  private Optional<Named> find(ListedName name, boolean asks) {
    boolean any = name.kind() == ListedName.Kind.ANY;
    Optional<Integer> item = Optional.empty();
    if (any || name.kind() == ListedName.Kind.KEY) {
      item = ofKey(name.value());
    }
    if (item.isEmpty() && (any || name.kind() == ListedName.Kind.TEXT)) {
      item = ofText(name.value(), asks);
    }
    if (item.isEmpty() && (any || name.kind() == ListedName.Kind.PICTURE)) {
      return ofPicture(name.value()).map(found -> new Named(found, true));
    }
    return item.map(found -> new Named(found, false));
  }

  private Optional<Integer> ofKey(String key) {
    return Optional.of(items.find(key)).filter(item -> item >= 0);
  }

  private Optional<Integer> ofText(String text, boolean asks) {
    readTexts();
    String form = SameText.CASED.form(text);
    Integer anchor = asks ? ofAnchors.get(form) : null;
    return Optional.ofNullable(anchor == null ? ofTexts.get(form) : anchor);
  }

  private Optional<Integer> ofPicture(String path) {
    String file = path.substring(path.replace('\\', '/').lastIndexOf('/') + 1);
    return Stream.of(path, withoutEnding(path), file, withoutEnding(file))
        .map(this::ofKey)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String withoutEnding(String path) {
    int dot = path.lastIndexOf('.');
    return dot > 0 ? path.substring(0, dot) : path;
  }

  private void readTexts() {
    if (!ofTexts.isEmpty()) {
      return;
    }
    for (int item = 0; item < items.size(); item++) {
      int of = item;
      ofTexts.putIfAbsent(items.secondIdentity(item), item);
      items
          .first(item)
          .words()
          .ifPresent(text -> ofAnchors.putIfAbsent(SameText.CASED.form(text), of));
    }
  }
}
