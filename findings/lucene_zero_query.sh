#!/usr/bin/env bash
# org.apache.lucene:lucene-core 10.6.0 (Maven), Java 21 or later: a zero vector under the similarity COSINE.
# Behaviour: as a document it is refused with an exception. As a query it is taken, and the search ends with no hit and no error,
# however many documents there are; under DOT_PRODUCT the same query returns k hits of the score 0.5.
# Likely wrong guess: the query is refused as the document is, or all documents tie.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
needs_java 21

maven_packages <<'END'
<dependency><groupId>org.apache.lucene</groupId><artifactId>lucene-core</artifactId><version>10.6.0</version></dependency>
END
cat >Run.java <<'JAVA'
import java.util.Arrays;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.ByteBuffersDirectory;

class Run {
  public static void main(String[] arguments) throws Exception {
    for (var similarity : new VectorSimilarityFunction[] {VectorSimilarityFunction.COSINE, VectorSimilarityFunction.DOT_PRODUCT}) {
      var directory = new ByteBuffersDirectory();
      try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (float[] vector : new float[][] {{1, 0}, {0, 1}, {-1, 0}, {0, 0}}) {
          var document = new Document();
          try {
            document.add(new KnnFloatVectorField("vector", vector, similarity));
            writer.addDocument(document);
          } catch (IllegalArgumentException e) {
            System.out.println(similarity + " refused " + Arrays.toString(vector));
          }
        }
      }
      try (var reader = DirectoryReader.open(directory)) {
        var hits = new IndexSearcher(reader).search(new KnnFloatVectorQuery("vector", new float[2], 3), 3).scoreDocs;
        System.out.println(similarity + " " + Arrays.toString(Arrays.stream(hits).map(hit -> hit.score).toArray()));
      }
    }
  }
}
JAVA
java -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
COSINE refused [0.0, 0.0]
COSINE []
DOT_PRODUCT [0.5, 0.5, 0.5]
END
conclude "Lucene 10.6.0 returns no hit and no error for a zero query under COSINE, and refuses a zero document; guess: both are \
refused"
