#!/usr/bin/env bash
# langchain4j 1.19.0: InMemoryEmbeddingStore keeps both entries if an id is added again, and returns it twice. Of 30
# equal scores, the first five are 4, 3, 2, 1 and 29 in the order of insertion.
# A likely wrong guess: the later entry replaces the earlier one, as in a map, and equal scores come as inserted.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

maven_packages <<'EOF'
<dependency><groupId>dev.langchain4j</groupId><artifactId>langchain4j</artifactId><version>1.19.0</version></dependency>
EOF

cat >Ids.java <<'EOF'
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.List;

public class Ids {
  static List<String> search(InMemoryEmbeddingStore<TextSegment> store) {
    var query = Embedding.from(new float[] {1, 0});
    var request = EmbeddingSearchRequest.builder().queryEmbedding(query).maxResults(5).build();
    return store.search(request).matches().stream().map(m -> m.embeddingId() + " at " + m.score()).toList();
  }

  public static void main(String[] args) {
    var twice = new InMemoryEmbeddingStore<TextSegment>();
    twice.add("a", Embedding.from(new float[] {1, 0}));
    twice.add("a", Embedding.from(new float[] {0, 1}));
    System.out.println("added twice: " + search(twice));
    var equal = new InMemoryEmbeddingStore<TextSegment>();
    for (int i = 0; i < 30; i++) {
      equal.add("" + i, Embedding.from(new float[] {1, 0}));
    }
    System.out.println("30 equal: " + search(equal));
  }
}
EOF
java -cp "$class_path" Ids.java >"$seen" 2>/dev/null

expect <<'EOF'
added twice: [a at 1.0, a at 0.5]
30 equal: [4 at 1.0, 3 at 1.0, 2 at 1.0, 1 at 1.0, 29 at 1.0]
EOF

conclude "langchain4j 1.19.0: an id that is added again is there twice, with both vectors; the later one does not replace the first"
