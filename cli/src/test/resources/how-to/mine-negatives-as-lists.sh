ln -s "$SHARED/store" DIR
