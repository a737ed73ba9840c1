mkdir -p ~/.local/bin
ln -s "$SHARED/bin/falcon" falcon
ln -s "$SHARED/store" vectors
printf '%s\n' '# my plan' '--embeddings vectors' '--quantiles 0.9 --batch-size 20' \
  '--out plan.parquet' >mine.args
