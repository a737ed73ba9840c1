for file in "$SHARED"/own/*; do ln -s "$file" .; done
