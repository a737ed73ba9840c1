package dev.falcon.data.store.internal;

import dev.falcon.data.store.layout.VectorType;
import java.nio.file.Path;
import java.util.List;

/**
 * One shard of a store, opened.
 *
 * @param name what messages call it: the file that holds its keys
 * @param files all its files
 * @param firstRow the number of its first row in the store
 * @param rows its rows
 * @param dimension the components of its vectors
 * @param perImage how many of them an image has
 * @param type the precision of its vectors
 * @param hasImageIds whether its image ids are told
 * @param hasCaptions whether its captions are told
 */
public record OpenShard(
    String name,
    List<Path> files,
    long firstRow,
    long rows,
    int dimension,
    int perImage,
    VectorType type,
    VectorColumn image,
    VectorColumn text,
    TextColumn keys,
    TextColumn imageIds,
    TextColumn captions,
    boolean hasImageIds,
    boolean hasCaptions) {}
