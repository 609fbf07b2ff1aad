#!/bin/sh
# Run a command, `make test` if none is named, beside four processes that want all cores for themselves; by their
# priority they step back as far as they can, and the machine is busy all the same.
burners=
stop() { [ -z "$burners" ] || kill $burners 2>/dev/null; }
trap stop EXIT
trap 'exit 130' INT TERM HUP
for _ in 1 2 3 4; do
    if command -v chrt >/dev/null 2>&1 && chrt -i 0 true 2>/dev/null; then
        chrt -i 0 sh -c 'while :; do :; done' &
    else
        nice -n 19 sh -c 'while :; do :; done' &
    fi
    burners="$burners $!"
done
if [ $# = 0 ]; then set -- make test; fi
"$@"
