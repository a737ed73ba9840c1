import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.Plans;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.lists.Lists;
import dev.falcon.mining.request.MiningResult;
import java.nio.file.Path;

/** Mines a plan and lists from a store: FirstLists STORE */
public final class FirstLists {
  private FirstLists() {}

  public static void main(String[] arguments) {
    EmbeddingStore store = EmbeddingStore.open(Path.of(arguments[0]));
    MiningResult plan =
        Plans.of(store).quantiles("falcon+").searchSpace(300).batchSize(30).to(Path.of("plan.parquet"));
    CorpusResult lists =
        Lists.of(store, "text-image").negatives(4).relativeMargin(0.05).to(Path.of("lists.parquet"));
    System.out.printf("%,d batches, %,d negatives in lists%n", plan.summary().batches(), lists.summary().negatives());
  }
}
