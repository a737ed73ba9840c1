// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.Reject;
import dev.falcon.data.image.Png;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Colour;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.SceneRenderer;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Shape;
import dev.falcon.data.scenes.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A dataset of Scenes, and in a shard after its own, scenes of it that were changed. */
public final class ChangedScenes implements SampleSource {
  private final SampleSource data;
  private final ScenesConfig world;
  private final Map<String, Scene> changed = new LinkedHashMap<>();

  /**
   * Creates a dataset in which no scene is changed yet.
   *
   * @param data the samples
   * @param world the parameters with which they were drawn
   */
  public ChangedScenes(SampleSource data, ScenesConfig world) {
    this.data = data;
    this.world = world;
  }

  /** Returns the samples that are not changed. */
  SampleSource unchanged() {
    return data;
  }

  /** Returns a changed scene by its sample's key. */
  public Optional<Scene> scene(String key) {
    return Optional.ofNullable(changed.get(key));
  }

  void add(String key, Scene scene) {
    changed.put(key, scene);
  }

  /**
   * Returns the scenes with a single change of a kind: an object with another colour, shape or
   * size, or two objects in each other's places.
   */
  static List<Scene> changes(Scene scene, String kind) {
    List<Scene> changes = new ArrayList<>();
    List<SceneObject> objects = scene.objects();
    for (int i = 0; i < objects.size(); i++) {
      int place = i;
      SceneObject one = objects.get(i);
      switch (kind) {
        case "colour" ->
            Stream.of(Colour.values())
                .map(colour -> like(one, one.shape(), colour, one.size()))
                .forEach(other -> changes.add(with(scene, place, other)));
        case "shape" ->
            Stream.of(Shape.values())
                .map(shape -> like(one, shape, one.colour(), one.size()))
                .forEach(other -> changes.add(with(scene, place, other)));
        case "size" ->
            Stream.of(Size.values())
                .map(size -> like(one, one.shape(), one.colour(), size))
                .forEach(other -> changes.add(with(scene, place, other)));
        default ->
            objects
                .subList(i + 1, objects.size())
                .forEach(other -> changes.add(exchanged(scene, one, other)));
      }
    }
    return changes;
  }

  private static SceneObject like(SceneObject one, Shape shape, Colour colour, Size size) {
    return new SceneObject(shape, colour, size, one.row(), one.column());
  }

  private static SceneObject at(SceneObject one, SceneObject place) {
    return new SceneObject(one.shape(), one.colour(), one.size(), place.row(), place.column());
  }

  private static Scene exchanged(Scene scene, SceneObject one, SceneObject other) {
    List<SceneObject> objects = new ArrayList<>(scene.objects());
    objects.set(objects.indexOf(one), at(other, one));
    objects.set(objects.indexOf(other), at(one, other));
    return new Scene(scene.cellsPerSide(), scene.background(), objects);
  }

  private static Scene with(Scene scene, int place, SceneObject object) {
    List<SceneObject> objects = new ArrayList<>(scene.objects());
    objects.set(place, object);
    return new Scene(scene.cellsPerSide(), scene.background(), objects);
  }

  @Override
  public String name() {
    return data.name();
  }

  @Override
  public String format() {
    return data.format();
  }

  @Override
  public int shards() {
    return data.shards() + 1;
  }

  @Override
  public String shardName(int shard) {
    return shard < data.shards() ? data.shardName(shard) : "changed";
  }

  @Override
  public List<Provenance.Input> inputs() {
    return data.inputs();
  }

  @Override
  public List<Provenance.Input> inputs(int shard) {
    return shard < data.shards() ? data.inputs(shard) : data.inputs();
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return shard < data.shards()
        ? data.open(shard, rejects)
        : new MemorySource("changed", drawn()).open(0, rejects);
  }

  private List<Sample> drawn() {
    SceneRenderer renderer = new SceneRenderer(world);
    int side = world.drawing().imageSize();
    List<Sample> samples = new ArrayList<>();
    changed.forEach(
        (key, scene) -> {
          RandomStream random = RandomStream.of(world.seed(), "scenes changed", samples.size());
          byte[] png = Png.encode(renderer.render(scene, random), side, side);
          samples.add(Sample.of(key, png, List.of()));
        });
    return samples;
  }
}
