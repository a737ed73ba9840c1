// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.conversion.InspectionRequest;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.CenterCrop;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.Resize;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.scenes.Background;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Colour;
import dev.falcon.data.scenes.MatchStatistics;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Shape;
import dev.falcon.data.scenes.Size;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.ScenesRequest;
import dev.falcon.data.scenes.generate.ScenesSource;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.taxonomy.CaptionRules;
import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What can never be right is refused where it is made, with its value. */
class RefusedArgumentsTest {
  private static final Scenes WORLD = new Scenes(ScenesConfig.standard());
  private static final Background BACKGROUND = Background.BLACK;

  private static Arguments refused(String message, ThrowingCallable call) {
    return arguments(message, call);
  }

  private static SceneObject object(int row) {
    return new SceneObject(Shape.CIRCLE, Colour.RED, Size.SMALL, row, 0);
  }

  private static ScenesSource scenes(int shardSamples) {
    return new ScenesSource(WORLD, Split.TEST, 2, shardSamples);
  }

  private static StoreOptions store(int dimension, long rows, int vectors) {
    return new StoreOptions(
        StoreLayout.ARROW,
        VectorType.FLOAT32,
        dimension,
        rows,
        false,
        false,
        Provenance.of("test", 0, Map.of(), List.of()),
        vectors);
  }

  private static CaptionRules rules(int captions, double mostTrue, List<String> templates) {
    return new CaptionRules(captions, CaptionRules.GENERALITY, mostTrue, templates, 1, 0);
  }

  static Stream<Arguments> requests() {
    SourceOptions options = SourceOptions.DEFAULTS;
    return Stream.of(
        refused("not expressible in JSON: ", () -> Json.line(new Object())),
        refused("not expressible in JSON: ", () -> Json.pretty(new Object())),
        refused("bound=0", () -> RandomStream.of(1, "test").nextInt(0)),
        refused("the largest file to read", () -> options.withMaxFileBytes(0)),
        refused("at least 1 row; 0", () -> options.withShardRows(0)),
        refused(
            "number of examples must be 0 or more; -1",
            () -> new InspectionRequest(scenes(1), 0, false, -1)),
        refused("shard=1/1", () -> new Shard(1, 1)),
        refused("shard=one", () -> Shard.parse("one")),
        refused("dimension=0", () -> store(0, 1, 2)),
        refused("rows per shard=0", () -> store(1, 0, 2)),
        refused("vectors per image=1", () -> store(1, 1, 1)),
        refused("each image needs a caption; 0", () -> rules(0, 1, List.of("{a}"))),
        refused("the largest share must be", () -> rules(1, 0, List.of("{a}"))),
        refused("captions need a template", () -> rules(1, 1, List.of())),
        refused(
            "vectors are written as float32 or float16",
            () -> new NpyWriter(Path.of("none.npy"), NpyType.INT64, 1)),
        refused("a table has at least one column", () -> new TableSchema(List.of())),
        refused(
            "two columns are named 'a'",
            () ->
                TableSchema.of(
                    TableSchema.required("a", ColumnType.UTF8),
                    TableSchema.required("a", ColumnType.BOOL))),
        refused("name='a b'", () -> TableSchema.required("a b", ColumnType.UTF8)));
  }

  private static ImageTransform ofOneChannel() {
    ImageTransform clip = ImageTransform.clip(1);
    return new ImageTransform(
        clip.convertOrder(),
        clip.resize(),
        clip.filter(),
        clip.crop(),
        clip.padding(),
        clip.rescale(),
        List.of(0.5f),
        clip.std());
  }

  static Stream<Arguments> pictures() {
    Raster pixel = Raster.rgb(1, 1, new byte[3]);
    return Stream.of(
        refused("a raster of 0 x 1 pixels", () -> Raster.rgb(0, 1, new byte[3])),
        refused("a raster that ends at byte 3 of 2", () -> Raster.rgb(1, 1, new byte[2])),
        refused("crop 2 x 1 at (0, 0) leaves the picture of 1 x 1", () -> pixel.crop(0, 0, 2, 1)),
        refused("mean [0.5] and std", RefusedArgumentsTest::ofOneChannel),
        refused("centre crop of 0 x 1", () -> new CenterCrop(0, 1, CenterCrop.Placement.DOWN)),
        refused("resize to 0 x 0", () -> new Resize.ShortestEdge(0)),
        refused("nearest weighs nothing", () -> ResampleFilter.NEAREST.weight(0)),
        refused(
            "resize to 0 x 1 pixels",
            () -> new Resampler().resize(pixel, 0, 1, ResampleFilter.NEAREST)),
        refused("2 bytes are not 1 x 1 pixels", () -> Png.encode(new byte[2], 1, 1)),
        refused("channel must be 0, 1 or 2: 3", () -> Colour.RED.channel(3)));
  }

  static Stream<Arguments> scenes() {
    return Stream.of(
        refused("a shard must have at least 1 sample; 0", () -> scenes(0)),
        refused("truth is written as parquet or jsonl, not csv", () -> listed(TableFormat.CSV)),
        refused("there is no shard 2", () -> scenes(1).open(2, reject -> {})),
        refused("no more samples", RefusedArgumentsTest::readTwice),
        refused("1 to 3 objects: 0", () -> new Caption(List.of(), null, BACKGROUND)),
        refused("cannot belong to 1 images", () -> MatchStatistics.of(List.of(), List.of(scene()))),
        refused("must be even: 3", () -> new Scene(3, BACKGROUND, List.of(object(0)))),
        refused("1 to 3 objects, not 0", () -> new Scene(4, BACKGROUND, List.of())),
        refused("outside the grid", () -> new Scene(4, BACKGROUND, List.of(object(4)))),
        refused(
            "two objects in one cell",
            () -> new Scene(4, BACKGROUND, List.of(object(0), object(0)))),
        refused("is not a scene", () -> Scene.of(broken())));
  }

  private static ScenesRequest listed(TableFormat truth) {
    return new ScenesRequest(
        ScenesConfig.standard(),
        Split.TEST,
        1,
        Path.of("none"),
        ScenesRequest.Layout.PARQUET,
        1,
        truth,
        false);
  }

  private static Scene scene() {
    return new Scene(4, BACKGROUND, List.of(object(0)));
  }

  private static Sample broken() {
    return new Sample(
        "key",
        Optional.empty(),
        List.of("a"),
        Optional.empty(),
        OptionalInt.empty(),
        new TreeMap<>(Map.of(Scene.METADATA_KEY, "[")),
        Map.of());
  }

  private static void readTwice() throws Exception {
    try (SampleReader reader = scenes(1).open(0, reject -> {})) {
      reader.next();
      reader.next();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"requests", "pictures", "scenes"})
  void namesTheValue(String message, ThrowingCallable call) {
    assertThatThrownBy(call).hasMessageContaining(message);
  }
}
