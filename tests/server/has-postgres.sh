#!/bin/sh
# The tests of several servers on one database start a PostgreSQL of their own. Where it is missing, Debian's is
# installed if that is allowed; else those tests are skipped, or fail where CI is set.
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
command -v initdb >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing PostgreSQL…"
    apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql >/dev/null
fi
exit 0
