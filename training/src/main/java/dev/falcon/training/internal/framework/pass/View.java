package dev.falcon.training.internal.framework.pass;

import ai.djl.ndarray.NDArray;
import java.util.Optional;

/**
 * What a network makes of a batch, before any loss is taken.
 *
 * @param images unit vectors [rows x width]
 * @param texts unit vectors [rows x width]
 * @param words log-probabilities of all words where one is to be told [told words x vocabulary];
 *     empty where none is
 */
public record View(NDArray images, NDArray texts, Optional<NDArray> words) {}
