package dev.falcon.mining.corpus.internal;

import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.corpus.SearchDirection.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds pairs of a query and an item of the corpus that share an image. */
public final class Pairing {
  private Pairing() {}

  /**
   * Returns the positives within one store. The positives of an image are its texts; those of a
   * text are its image or, if texts are searched, the other texts of its image; an image has no
   * image as its positive.
   */
  public static ItemPairs ofOneStore(CorpusItems queries, CorpusItems corpus, StoreReport report) {
    if (queries.side() == Side.IMAGE && corpus.side() == Side.IMAGE) {
      return ItemPairs.none(queries.count());
    }
    if (queries.side() == Side.TEXT && corpus.side() == Side.TEXT) {
      return ofTexts(queries, CorpusItems.of(queries.store(), Side.IMAGE, report));
    }
    boolean fromText = queries.side() == Side.TEXT;
    CorpusItems texts = fromText ? queries : corpus;
    CorpusItems images = fromText ? corpus : queries;
    long[] pairs = new long[texts.count()];
    for (int text = 0; text < pairs.length; text++) {
      int image = images.ofRow(texts.row(text));
      pairs[text] = fromText ? ItemPairs.pair(text, image) : ItemPairs.pair(image, text);
    }
    return ItemPairs.of(queries.count(), pairs);
  }

  private static ItemPairs ofTexts(CorpusItems texts, CorpusItems images) {
    int[] imageOf = new int[texts.count()];
    int[] size = new int[images.count() + 1];
    for (int text = 0; text < imageOf.length; text++) {
      imageOf[text] = images.ofRow(texts.row(text));
      size[imageOf[text] + 1]++;
    }
    int[][] textsOf = new int[images.count()][];
    for (int image = 0; image < textsOf.length; image++) {
      textsOf[image] = new int[size[image + 1]];
    }
    int[] next = new int[images.count()];
    for (int text = 0; text < imageOf.length; text++) {
      textsOf[imageOf[text]][next[imageOf[text]]++] = text;
    }
    Growing pairs = new Growing();
    for (int text = 0; text < imageOf.length; text++) {
      for (int other : textsOf[imageOf[text]]) {
        if (other != text) {
          pairs.add(ItemPairs.pair(text, other));
        }
      }
    }
    return ItemPairs.of(texts.count(), pairs.toArray());
  }

  /**
   * Returns the items of the corpus with the image id of each query, which may be in another store.
   */
  public static ItemPairs ofEqualImageIds(CorpusItems queries, CorpusItems corpus) {
    Map<String, List<Integer>> itemsOf = new HashMap<>();
    for (int item = 0; item < corpus.count(); item++) {
      int number = item;
      corpus
          .imageId(item)
          .ifPresent(id -> itemsOf.computeIfAbsent(id, k -> new ArrayList<>(1)).add(number));
    }
    Growing pairs = new Growing();
    for (int query = 0; query < queries.count(); query++) {
      int number = query;
      queries
          .imageId(query)
          .ifPresent(
              id ->
                  itemsOf
                      .getOrDefault(id, List.of())
                      .forEach(item -> pairs.add(ItemPairs.pair(number, item))));
    }
    return ItemPairs.of(queries.count(), pairs.toArray());
  }
}
