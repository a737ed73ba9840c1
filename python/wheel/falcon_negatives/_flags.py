# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""The flags of the commands that have a function, as keyword arguments.

PythonFilesTest writes this file from the command line's flags.
"""

MINE = frozenset(
    """absolute_margin accept_rejects batch_size device draw embeddings epochs exclude html
    image_root input_dataset level max_score memory model out output_format overwrite own_weight
    quantile_levels quantiles quiet range_max range_min relative_margin remainder run_length
    scheduler search_space second_witness seed shard shuffle spark threads verbose veto warp""".split()
)

LISTS = frozenset(
    """absolute_margin accept_rejects batch_size batches candidates columns corpus depth device
    direction dry_run embeddings epochs exclude from html image_path image_root input_dataset
    judge judge_for margin_to max_score memory min_score most_shared num_negatives out
    output_format output_scores overwrite own_weight positives queries quiet range_max range_min
    recall relative_margin remainder sampling seed shard short spark target_by target_false texts
    threads verbose veto withhold witness""".split()
)

AUDIT = frozenset(
    """anchor_col calibrate_on caption_col caption_key caption_lines compare csv_caption_key
    csv_img_key csv_separator device draw_only embeddings export_judge export_threshold force
    image_col image_id_col image_key image_root input_dataset input_format input_split junit
    key_col label_col labels lists max_pairs model model_precision negatives out overwrite pairs
    plan positive_image_col precision quantiles quiet require scores search_space seed shard
    shard_keys target_precision text_cleaning text_key threads thresholds truth verbose
    wds_caption_key wds_image_key write_positives write_veto""".split()
)

VERIFY = frozenset(
    """again against image_root input meteor_jar overwrite quiet sample seed spice_jar threads
    verbose""".split()
)
