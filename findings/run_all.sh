#!/usr/bin/env bash
# Runs every finding beside this file, or those that are named: run_all.sh [NAME.sh…]. Prints for each whether it is as it
# was, changed or could not be reached, and ends with 1 if any changed, else with 2 if any could not be reached.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- $(ls ./*.sh | grep -v -e /lib.sh -e /run_all.sh)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
worst=0
for script; do
  name=$(basename "$script" .sh)
  ended=0
  timeout 300 bash "./$name.sh" >"$log" 2>&1 || ended=$?
  case $ended in
    0) echo "as seen      $name" ;;
    2)
      echo "unreachable  $name: $(tail -n 1 "$log")"
      if [ $worst = 0 ]; then worst=2; fi
      ;;
    124)
      echo "too slow     $name: ended after 300 seconds"
      worst=1
      ;;
    *)
      echo "changed      $name"
      sed 's/^/             /' "$log"
      worst=1
      ;;
  esac
done
exit $worst
