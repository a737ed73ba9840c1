# Comparisons of networks so small that a run is over at once.
tiny() {
  printf 'name: %s\npreset: scenes-tiny\nseeds: 1\nbaseline: uniform\npace: uniform\n' "$1"
  printf 'claims: {grit: uniform}\nset:\n'
  sed 's/^/  /' "$SHARED/tiny.yaml"
  printf 'variants:\n'
  printf '  - {name: %s, set: {method.name: "%s"}}\n' uniform uniform grit grit fixed-0.99 fixed:0.99
}
tiny mine >mine.yaml
for file in "$SHARED"/own/*; do ln -s "$file" .; done
