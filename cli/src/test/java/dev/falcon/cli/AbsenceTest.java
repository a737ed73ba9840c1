package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What may be missing is an Optional: no method that another file can call gives null. */
class AbsenceTest {
  private static final String LIBRARY = "the library that calls it wants null";
  private static final String JSON = "goes into a result's JSON, which has null there";
  private static final String OLDER = "older than the rule, and called in few places";

  /** The methods that do give null, each with its reason. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("ByteSize.convert", LIBRARY),
          Map.entry("ParquetRowSink.get", LIBRARY),
          Map.entry("Decision.notes", JSON),
          Map.entry("Distribution.statistics", JSON),
          Map.entry("PlanPairs.sameCaption", JSON),
          Map.entry("PlanPairs.sameImage", JSON),
          Map.entry("Score.of", JSON),
          Map.entry("Scores.get", JSON),
          Map.entry("Slope.fit", JSON),
          Map.entry("ExampleKind.fault", OLDER),
          Map.entry("ExampleKind.untold", OLDER),
          Map.entry("ListedTruth.read", OLDER),
          Map.entry("PlannedWork.foreign", OLDER),
          Map.entry("RunIdentity.difference", OLDER),
          Map.entry("Storage.local", OLDER));

  @Test
  void whatMayBeMissingIsAnOptional() throws IOException {
    Set<String> found = new TreeSet<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources()));
      for (CompilationUnitTree unit : task.parse()) {
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        new NullReturns(file.replace(".java", ""), found).scan(unit, null);
      }
    }
    assertThat(found).containsExactlyElementsOf(new TreeSet<>(ALLOWED.keySet()));
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(System.getProperty("falcon.home")))) {
      for (Path root : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(root)) {
          try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(1000);
    return sources;
  }

  /** Collects the methods of a file that are not private and return null. */
  private static final class NullReturns extends TreeScanner<Void, String> {
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

    private static boolean isNull(ExpressionTree value) {
      if (value instanceof ParenthesizedTree inner) {
        return isNull(inner.getExpression());
      }
      if (value instanceof ConditionalExpressionTree choice) {
        return isNull(choice.getTrueExpression()) || isNull(choice.getFalseExpression());
      }
      return value.getKind() == Kind.NULL_LITERAL;
    }
  }
}
