#!/bin/sh
# Brings the nodes of compose.yaml to an image, one after the other, after migrating the database:
#
#     sh roll.sh <image>
#
# A node stops as docs/operations.md says (readiness, sockets, requests), and the next one follows only when /readyz of the
# new one answers 200. If one is not ready in time, both get back the image that they had, and the exit code is 1.
# An older image serves on a newer schema, so going back is the same command with the older image.
set -eu

if [ $# -ne 1 ]; then
  echo "Which image? sh roll.sh <image>" >&2
  exit 2
fi
image=$1
# The last node changes last, so its image is known to serve.
before=$(docker compose ps --all --format '{{.Image}}' api-2)

start() {
  API_IMAGE=$2 docker compose up --detach --no-build --no-deps --wait --wait-timeout "${SECONDS_TO_BE_READY:-120}" "$1"
}

go_back() {
  echo "$1 is not ready on $image:" >&2
  docker compose logs --tail 40 "$1" >&2 || true
  if [ -n "$before" ]; then
    for node in api-1 api-2; do
      echo "$node goes back to $before." >&2
      start "$node" "$before" || echo "$node is not ready on $before either." >&2
    done
  fi
  exit 1
}

echo "Getting $image"
API_IMAGE=$image docker compose pull --quiet api-1
echo "Migrating"
API_IMAGE=$image docker compose run --rm --no-deps migrate
for node in api-1 api-2; do
  echo "Starting $node on $image"
  start "$node" "$image" || go_back "$node"
done
echo "Both nodes are ready on $image."
