// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * What may be missing is an Optional: no method that another file can call gives null, and none is
 * given it.
 */
class AbsenceTest {
  private static final String LIBRARY =
      "a library that calls it, or is called behind it, wants null";
  private static final String JSON = "goes into a result's JSON, which has null there";
  private static final String CELL = "a key that all rows share";
  private static final String AS_IT_IS = "no draws, so the picture as it is";
  private static final String OLDER = "older than the rule, and called in few places";

  /** The methods that do give null, each with its reason. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("ByteSize.convert", LIBRARY),
          Map.entry("ColumnPages.readDictionaryPage", LIBRARY),
          Map.entry("ObjectiveTargets.notes", JSON),
          Map.entry("Distribution.statistics", JSON),
          Map.entry("PlanPairs.sameCaption", JSON),
          Map.entry("PlanPairs.sameImage", JSON),
          Map.entry("Score.of", JSON),
          Map.entry("Scores.get", JSON),
          Map.entry("Slope.fit", JSON),
          Map.entry("Storage.local", OLDER));

  /** What is called with null all the same, each with its reason. */
  private static final Map<String, String> PASSED =
      Map.ofEntries(
          Map.entry("FalseNegatives.of/4", JSON),
          Map.entry("make/2", AS_IT_IS),
          Map.entry("Ops.attention/6", LIBRARY),
          Map.entry("new Anchor", JSON),
          Map.entry("new Annotator", JSON),
          Map.entry("new AuditOptions", OLDER),
          Map.entry("new AuditResult", JSON),
          Map.entry("new Budget", OLDER),
          Map.entry("new Caption", OLDER),
          Map.entry("new Captions", JSON),
          Map.entry("new Cell", JSON),
          Map.entry("new Comparison", JSON),
          Map.entry("new ComparisonResult", JSON),
          Map.entry("new Correction", JSON),
          Map.entry("new CorrectionRow", JSON),
          Map.entry("new Description", OLDER),
          Map.entry("new Difference", JSON),
          Map.entry("new Encoding", OLDER),
          Map.entry("new End", JSON),
          Map.entry("new EpochResult", JSON),
          Map.entry("new FalseNegatives", JSON),
          Map.entry("new Finding", JSON),
          Map.entry("new Fit", JSON),
          Map.entry("new JudgeOutcome", JSON),
          Map.entry("new JudgedAnswer", JSON),
          Map.entry("new Key", CELL),
          Map.entry("new LabelAnswer", JSON),
          Map.entry("new LabelDesign", JSON),
          Map.entry("new LabelResult", JSON),
          Map.entry("new JudgeOnLabels", JSON),
          Map.entry("new MafaNotes", JSON),
          Map.entry("new MergedStore", JSON),
          Map.entry("new MiningSummary", JSON),
          Map.entry("new ModelInspection", JSON),
          Map.entry("new ModelVerification", JSON),
          Map.entry("new Outcome", JSON),
          Map.entry("new Phrase", OLDER),
          Map.entry("new Rate", JSON),
          Map.entry("new RetrievalResult", JSON),
          Map.entry("new RunResult", JSON),
          Map.entry("new RunState", JSON),
          Map.entry("new ScenesRequest", OLDER),
          Map.entry("new ScenesSummary", JSON),
          Map.entry("new ScoreInterval", JSON),
          Map.entry("new StepMetrics", JSON),
          Map.entry("new StoreOptions", OLDER),
          Map.entry("new Stratum", JSON),
          Map.entry("new TokenLosses", OLDER),
          Map.entry("picture/2", AS_IT_IS));

  @Test
  void missingValuesAreOptionals() throws IOException {
    Set<String> found = new TreeSet<>();
    for (CompilationUnitTree unit : parsed()) {
      new NullReturns(NullArguments.file(unit), found).scan(unit, null);
    }
    assertThat(found).containsExactlyElementsOf(new TreeSet<>(ALLOWED.keySet()));
  }

  @Test
  void nullIsNeverPassed() throws IOException {
    assertThat(NullArguments.of(parsed()))
        .containsExactlyElementsOf(new TreeSet<>(PASSED.keySet()));
  }

  private static List<CompilationUnitTree> parsed() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  null,
                  null,
                  files.getJavaFileObjectsFromPaths(Modules.sources()));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      return units;
    }
  }

  /** Collects the methods of a file that are not private and return null. */
  private static final class NullReturns extends NullLocals<String> {
    private final String file;
    private final Set<String> found;

    NullReturns(String file, Set<String> found) {
      this.file = file;
      this.found = found;
    }

    @Override
    public Void visitMethod(MethodTree method, String around) {
      boolean own = method.getModifiers().getFlags().contains(Modifier.PRIVATE);
      return super.visitMethod(method, own ? null : file + '.' + method.getName());
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree lambda, String around) {
      return super.visitLambdaExpression(lambda, null);
    }

    @Override
    public Void visitReturn(ReturnTree statement, String around) {
      if (around != null
          && statement.getExpression() != null
          && isNull(statement.getExpression())) {
        found.add(around);
      }
      return super.visitReturn(statement, around);
    }
  }
}
