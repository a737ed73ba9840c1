// L1 to L10: Lucene's vectors. The second run has the Vector API.
// java: 21
// maven: org.apache.lucene:lucene-core:10.6.0
// options: -Dvectors=without
// options: --add-modules jdk.incubator.vector
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.*;
import org.apache.lucene.codecs.*;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.VectorUtil;

final class Lucene {
  public static void main(String[] arguments) throws Exception {
    for (int dimension : new int[] {16, 100, 384}) {
      products(dimension);
    }
    if (System.getProperty("vectors") == null) {
      return;
    }
    for (float product : new float[] {0.5f, -1, -2, -3}) {
      Seen.say("L1", "DOT_PRODUCT of " + product,
          () -> VectorSimilarityFunction.DOT_PRODUCT.compare(new float[] {product, 0}, new float[] {1, 0}));
    }
    float[] a = {1, 2};
    float[] b = {3, 5};
    float[] opposite = {-3, -5};
    Seen.say("L2", "EUCLIDEAN at d² = 13, 1/14", () -> VectorSimilarityFunction.EUCLIDEAN.compare(a, b));
    Seen.say("L2", "MAXIMUM_INNER_PRODUCT of 13 and of -13, 14 and 1/14",
        () -> List.of(VectorSimilarityFunction.MAXIMUM_INNER_PRODUCT.compare(a, b),
            VectorSimilarityFunction.MAXIMUM_INNER_PRODUCT.compare(a, opposite)));
    Seen.say("L2", "DOT_PRODUCT of bytes, 0.5 + 13/65536",
        () -> VectorSimilarityFunction.DOT_PRODUCT.compare(new byte[] {1, 2}, new byte[] {3, 5}));

    float nan = Float.NaN;
    var cosine = VectorSimilarityFunction.COSINE;
    Seen.say("L3", "a zero document", () -> index(cosine, new float[][] {{1, 0}, {0, 0}}).numDocs());
    Seen.say("L3", "a zero query over two documents", () -> hits(index(cosine, new float[][] {{1, 0}, {0, 1}}), new float[2], 5, null));
    Seen.say("L4", "a document with a NaN", () -> index(cosine, new float[][] {{1, 0}, {nan, 0}}).numDocs());
    Seen.say("L4", "a query with a NaN", () -> hits(index(cosine, new float[][] {{1, 0}}), new float[] {nan, 0}, 5, null));

    for (int copies : new int[] {60, 5000}) {
      float[][] equal = new float[copies][];
      Arrays.fill(equal, new float[] {0.6f, 0.8f});
      Seen.say("L5", "the first five of " + copies + " copies", () -> hits(index(cosine, equal), new float[] {1, 0}, 5, null));
    }
    float[][] vectors = vectors(3000, 32);
    Seen.say("L6", "hits for k = 10 with a filter that 30 of 3000 pass",
        () -> hits(index(cosine, vectors), vectors[0], 10, new TermQuery(new Term("group", "7"))).size());
    Seen.say("L6", "hits for k = 10 after 2970 of 3000 were deleted", () -> {
      var directory = new ByteBuffersDirectory();
      try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
        add(writer, cosine, vectors);
        writer.commit();
        for (int group = 0; group < 99; group++) {
          writer.deleteDocuments(new Term("group", "" + group));
        }
      }
      return hits(DirectoryReader.open(directory), vectors[0], 10, null).size();
    });
    Seen.say("L7", "1024 dimensions", () -> index(cosine, vectors(2, 1024)).numDocs());
    Seen.say("L7", "1025 dimensions", () -> index(cosine, vectors(2, 1025)).numDocs());
    quantised(vectors);
  }

  /** Compares the bits of this run's products with those of the run without the Vector API. */
  static void products(int dimension) throws Exception {
    float[][] vectors = vectors(200, dimension);
    var bits = ByteBuffer.allocate(4 * 199);
    for (int i = 1; i < 200; i++) {
      bits.putFloat(VectorUtil.dotProduct(vectors[0], vectors[i]));
    }
    Path without = Path.of(System.getProperty("java.io.tmpdir"), "lucene-products-" + dimension);
    if (System.getProperty("vectors") != null) {
      Files.write(without, bits.array());
      return;
    }
    Seen.say("L9", dimension + " dimensions: the bits of the run without the Vector API", () -> {
      byte[] others = Files.readAllBytes(without);
      Files.delete(without);
      return Arrays.equals(others, bits.array());
    });
  }

  static void quantised(float[][] vectors) {
    Seen.say("L8", "the raw vectors are as they were; how many of 3000 find themselves first", () -> {
      var format = new Lucene104HnswScalarQuantizedVectorsFormat();
      var codec = new FilterCodec(Codec.getDefault().getName(), Codec.getDefault()) {
        @Override
        public KnnVectorsFormat knnVectorsFormat() {
          return new PerFieldKnnVectorsFormat() {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
              return format;
            }
          };
        }
      };
      var directory = new ByteBuffersDirectory();
      try (var writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec))) {
        add(writer, VectorSimilarityFunction.DOT_PRODUCT, vectors);
        writer.forceMerge(1);
      }
      var reader = DirectoryReader.open(directory);
      var stored = reader.leaves().get(0).reader().getFloatVectorValues("vector");
      boolean same = true;
      int first = 0;
      for (int i = 0; i < vectors.length; i++) {
        same &= Arrays.equals(stored.vectorValue(i), vectors[i]);
        first += hits(reader, vectors[i], 10, null).get(0) == i ? 1 : 0;
      }
      return List.of(same, first);
    });
  }

  static DirectoryReader index(VectorSimilarityFunction similarity, float[][] vectors) throws Exception {
    var directory = new ByteBuffersDirectory();
    try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
      add(writer, similarity, vectors);
    }
    return DirectoryReader.open(directory);
  }

  static void add(IndexWriter writer, VectorSimilarityFunction similarity, float[][] vectors) throws Exception {
    for (int i = 0; i < vectors.length; i++) {
      var document = new Document();
      document.add(new KnnFloatVectorField("vector", vectors[i], similarity));
      document.add(new StringField("group", "" + i % 100, Field.Store.NO));
      writer.addDocument(document);
    }
  }

  static List<Integer> hits(IndexReader reader, float[] query, int k, Query filter) throws Exception {
    var found = new IndexSearcher(reader).search(new KnnFloatVectorQuery("vector", query, k, filter), k).scoreDocs;
    return Arrays.stream(found).map(hit -> hit.doc).toList();
  }

  static float[][] vectors(int count, int dimension) {
    var random = new Random(1);
    float[][] vectors = new float[count][dimension];
    for (float[] vector : vectors) {
      double length = 0;
      for (int i = 0; i < dimension; i++) {
        vector[i] = (float) random.nextGaussian();
        length += vector[i] * vector[i];
      }
      for (int i = 0; i < dimension; i++) {
        vector[i] /= (float) Math.sqrt(length);
      }
    }
    return vectors;
  }
}
