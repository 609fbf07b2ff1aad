#!/bin/sh
# Look up the images that we start from, and write their digests where compose reads them: deploy/.env
# What is written is what runs, until this is called again. Needs Docker with buildx, and its registry.
set -eu
umask 077 # a password may stand in it too
cd "$(dirname "$0")"
pin() {
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$2")
    case $digest in
        sha256:????????????????????????????????????????????????????????????????) echo "$1=$2@$digest" ;;
        *) echo "$2: the registry gave no digest, but \"$digest\"" >&2; exit 1 ;;
    esac
}
others=$(grep -v '_IMAGE=' .env 2>/dev/null || true)
{
    [ -z "$others" ] || echo "$others"
    pin NODE_IMAGE docker.io/library/node:22-slim
    pin PYTHON_IMAGE docker.io/library/python:3.12-slim
    pin POSTGRES_IMAGE docker.io/library/postgres:17
    pin CADDY_IMAGE docker.io/library/caddy:2
} > .env.part
mv .env.part .env
chmod 600 .env
