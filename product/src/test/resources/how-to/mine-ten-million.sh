ln -s "$SHARED/store" store
