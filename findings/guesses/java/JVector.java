// L10 and L11: JVector on Java 17.
// maven: io.github.jbellis:jvector:4.0.2
import io.github.jbellis.jvector.vector.*;

final class JVector {
  public static void main(String[] arguments) {
    var types = VectorizationProvider.getInstance().getVectorTypeSupport();
    var one = types.createFloatVector(new float[] {1, 0});
    Seen.say("L10", "runs on this Java", () -> VectorSimilarityFunction.COSINE.compare(one, one));
    Seen.say("L11", "COSINE of a zero vector",
        () -> VectorSimilarityFunction.COSINE.compare(one, types.createFloatVector(new float[2])));
    for (float product : new float[] {-1, -3}) {
      Seen.say("L11", "DOT_PRODUCT of " + product,
          () -> VectorSimilarityFunction.DOT_PRODUCT.compare(one, types.createFloatVector(new float[] {product, 0})));
    }
  }
}
