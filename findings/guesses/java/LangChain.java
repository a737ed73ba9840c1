// LJ1 to LJ10: langchain4j's store in memory.
// maven: dev.langchain4j:langchain4j:1.19.0 org.slf4j:slf4j-nop:2.0.16
import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.*;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.*;

final class LangChain {
  static final float[] RIGHT = {1, 0};

  static InMemoryEmbeddingStore<TextSegment> store(float[]... vectors) {
    var store = new InMemoryEmbeddingStore<TextSegment>();
    for (int i = 0; i < vectors.length; i++) {
      store.add("" + i, Embedding.from(vectors[i]));
    }
    return store;
  }

  static List<String> search(InMemoryEmbeddingStore<TextSegment> store, float[] query, int most, double least, Filter filter) {
    var request = EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(query)).maxResults(most).minScore(least).filter(filter).build();
    return store.search(request).matches().stream().map(m -> m.embeddingId() + " at " + m.score()).toList();
  }

  static InMemoryEmbeddingStore<TextSegment> labelled(Object... values) {
    var store = new InMemoryEmbeddingStore<TextSegment>();
    for (Object value : values) {
      store.add(Embedding.from(RIGHT), TextSegment.from("" + value, Metadata.from(value == null ? Map.of("z", 1) : Map.of("y", value))));
    }
    return store;
  }

  static List<String> texts(InMemoryEmbeddingStore<TextSegment> store, Filter filter) {
    var request = EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(RIGHT)).maxResults(9).filter(filter).build();
    return store.search(request).matches().stream().map(m -> m.embedded().text()).sorted().toList();
  }

  public static void main(String[] arguments) {
    var five = store(RIGHT, new float[] {0, 0}, new float[] {3, 4}, new float[] {-1, 0}, new float[] {0, 1});
    float nan = Float.NaN;
    Seen.say("LJ1", "scores", () -> search(five, RIGHT, 9, 0, null));
    Seen.say("LJ2", "at least 0.8", () -> search(five, RIGHT, 9, 0.8, null));
    Seen.say("LJ3", "zero query", () -> search(five, new float[2], 1, 0, null));
    var equal = new float[30][];
    Arrays.fill(equal, RIGHT);
    Seen.say("LJ4", "first 5 of 30 equal", () -> search(store(equal), RIGHT, 5, 0, null));
    Seen.say("LJ5", "a NaN", () -> search(store(new float[] {0, 1}, new float[] {nan, 0}, RIGHT), RIGHT, 9, 0, null));
    Seen.say("LJ5", "NaN query", () -> search(store(RIGHT), new float[] {nan, 0}, 9, 0, null));
    Seen.say("LJ6", "an id twice", () -> {
      var twice = store(RIGHT);
      twice.add("0", Embedding.from(new float[] {0, 1}));
      return search(twice, RIGHT, 9, 0, null);
    });
    Seen.say("LJ7", "another length", () -> search(store(RIGHT, new float[3]), RIGHT, 9, 0, null));
    Seen.say("LJ8", "not 1", () -> texts(labelled(1, 1.0, 2, null), metadataKey("y").isNotEqualTo(1)));
    Seen.say("LJ8", "is 1", () -> texts(labelled(1, 1.0, 2, null), metadataKey("y").isEqualTo(1)));
    Seen.say("LJ8", "is 1, with a text", () -> texts(labelled(1, "1"), metadataKey("y").isEqualTo(1)));
    Seen.say("LJ9", "by JSON", () -> InMemoryEmbeddingStore.fromJson(store(new float[] {0.1f, 1e-40f, nan}).serializeToJson()).serializeToJson());
    for (float length : new float[] {1e-3f, 1e-6f, 1e20f}) {
      var vector = Embedding.from(new float[] {length, 0});
      Seen.say("LJ10", "length " + length, () -> (float) CosineSimilarity.between(vector, vector));
    }
  }
}
