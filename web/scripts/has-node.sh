#!/bin/sh
# Tell whether there is a Node that can build the client: version 20 or newer, with npm.
command -v npm >/dev/null && command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)'
