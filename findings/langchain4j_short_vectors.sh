#!/usr/bin/env bash
# langchain4j 1.19.0: the cosine of a vector of length 0.000001 with itself is 0.0001, since the product of two lengths
# counts as at least 0.00000001; of one of length 1e20 it is NaN. For a query in their own direction,
# InMemoryEmbeddingStore ranks a short and a long vector behind one at 60 degrees.
# A likely wrong guess: the cosine does not depend on lengths.
set -euo pipefail
cd "$(dirname "$0")" && . ./lib.sh

maven_packages <<'EOF'
<dependency><groupId>dev.langchain4j</groupId><artifactId>langchain4j</artifactId><version>1.19.0</version></dependency>
EOF

cat >Lengths.java <<'EOF'
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.CosineSimilarity;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;

public class Lengths {
  static Embedding vector(double x, double y) {
    return Embedding.from(new float[] {(float) x, (float) y});
  }

  public static void main(String[] args) {
    for (double length : new double[] {1, 1e-3, 1e-6, 1e20}) {
      double cosine = CosineSimilarity.between(vector(length, 0), vector(length, 0));
      System.out.printf("length %.0e with itself %.4f%n", length, cosine);
    }
    var store = new InMemoryEmbeddingStore<TextSegment>();
    store.add("same direction, short", vector(1e-10, 0));
    store.add("same direction, long", vector(1e20, 0));
    store.add("60 degrees", vector(0.5, 0.866));
    var request = EmbeddingSearchRequest.builder().queryEmbedding(vector(1, 0)).maxResults(3).build();
    store.search(request).matches().forEach(m -> System.out.printf("%s %.2f%n", m.embeddingId(), m.score()));
  }
}
EOF
java -cp "$class_path" Lengths.java >"$seen" 2>/dev/null

expect <<'EOF'
length 1e+00 with itself 1.0000
length 1e-03 with itself 1.0000
length 1e-06 with itself 0.0001
length 1e+20 with itself NaN
60 degrees 0.75
same direction, short 0.51
same direction, long 0.50
EOF

conclude "langchain4j 1.19.0: a vector of length 0.000001 has the cosine 0.0001 with itself, and one of length 1e20 NaN; the cosine depends on lengths"
