// LJ11 to LJ15: trec_eval.
// maven: uk.ac.gla.dcs.terrierteam:jtreceval:0.0.5
import java.nio.file.*;
import java.util.*;
import uk.ac.gla.terrier.jtreceval.trec_eval;

final class TrecEval {
  static List<String> measured(String judged, String run, String... options) throws Exception {
    Files.writeString(Path.of("judged"), judged);
    Files.writeString(Path.of("run"), run);
    var all = new ArrayList<>(List.of(options));
    all.addAll(List.of("judged", "run"));
    return Arrays.stream(new trec_eval().runAndGetOutput(all.toArray(String[]::new))).map(line -> line[0].strip() + " " + line[2].strip()).toList();
  }

  public static void main(String[] arguments) {
    for (String score : List.of("0.901", "0.90000001", "0.9000000001")) {
      Seen.say("LJ11", "relevant at " + score + ", another at 0.9", () -> measured("q 0 a 1\n", "q Q0 a 1 " + score + " x\nq Q0 b 2 0.9 x\n", "-m", "recip_rank"));
    }
    Seen.say("LJ12", "first of three equal", () -> measured("q 0 a 1\n", "q Q0 a 1 0.5 x\nq Q0 b 2 0.5 x\nq Q0 c 3 0.5 x\n", "-m", "recip_rank"));
    String two = "q 0 a 1\nr 0 a 1\n";
    Seen.say("LJ13", "one of two queries", () -> measured(two, "q Q0 a 1 0.5 x\n", "-m", "recip_rank"));
    Seen.say("LJ13", "one of two queries, -c", () -> measured(two, "q Q0 a 1 0.5 x\n", "-c", "-m", "recip_rank"));
    Seen.say("LJ14", "a document twice", () -> measured("q 0 a 1\n", "q Q0 a 1 0.9 x\nq Q0 a 2 0.8 x\n", "-m", "recip_rank"));
    for (int low : new int[] {-2, 0}) {
      Seen.say("LJ15", "relevance " + low, () -> measured("q 0 a 2\nq 0 b " + low + "\n", "q Q0 b 1 0.9 x\nq Q0 a 2 0.8 x\n", "-m", "ndcg"));
    }
  }
}
