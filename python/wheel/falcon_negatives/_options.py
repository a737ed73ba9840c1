# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""The flags of the commands that have a function, so that a wrong one is found before Java starts.

Names are those of keyword arguments. A test compares them with the command line's.
"""

from __future__ import annotations

import difflib
from typing import Iterable, Mapping

_EVERY = "overwrite quiet seed threads verbose"

MINE = set(
    f"""{_EVERY} absolute_margin accept_rejects batch_size device draw embeddings epochs exclude
    html input_dataset level max_score memory model out output_format own_weight quantile_levels
    quantiles range_max range_min relative_margin remainder run_length scheduler search_space
    second_witness shard shuffle spark veto warp""".split()
)
LISTS = set(
    f"""{_EVERY} absolute_margin accept_rejects batch_size batches candidates columns corpus depth
    device direction dry_run embeddings epochs exclude from html image_path input_dataset judge
    judge_for margin_to max_score memory min_score most_shared num_negatives out output_format
    output_scores own_weight positives queries range_max range_min recall relative_margin
    remainder sampling shard short spark target_by target_false texts veto withhold
    witness""".split()
)
AUDIT = set(
    f"""{_EVERY} anchor_col calibrate_on caption_col caption_key caption_lines compare
    csv_caption_key csv_img_key csv_separator device draw_only embeddings export_judge
    export_threshold force image_col image_id_col image_key image_root input_dataset input_format
    input_split junit key_col label_col labels lists max_pairs model model_precision negatives out
    pairs plan positive_image_col precision quantiles require scores search_space shard
    shard_keys target_precision text_cleaning text_key thresholds truth wds_caption_key wds_image_key
    write_positives write_veto""".split()
)
VERIFY = set(
    f"""{_EVERY} again against image_root input meteor_jar sample spice_jar""".split()
)


def require_known(
    function: str,
    options: Mapping[str, object],
    known: Iterable[str],
    arguments: Iterable[str] = (),
) -> None:
    """Raises TypeError, with the name that is nearest, where an option is none of the command's.

    arguments   the function's own, which may be meant
    """
    names = {name.replace("_", ""): name for name in known}
    for option in options:
        if names.get(option.replace("_", "").replace("-", "")) == option.replace("-", "_"):
            continue
        meant = {**names, **{name.replace("_", ""): name for name in arguments}}
        near = difflib.get_close_matches(option.replace("_", ""), meant, n=1, cutoff=0.7)
        hint = f"; do you mean {meant[near[0]]}?" if near else ""
        raise TypeError(f"{function}() has no option {option!r}{hint}")
