#!/bin/bash
#SBATCH --cpus-per-task=2 --mem=4G --time=1:00:00
# One task of an array; the folder `plan` must be one that all tasks reach.
exec falcon mine --embeddings ../vectors --quantiles falcon+ --search-space 300 --batch-size 30 --epochs 4 \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out plan
