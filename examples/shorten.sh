#!/bin/sh
# Shortens a URL: sh shorten.sh https://example.com/a/long/address [alias]
# Needs curl, SIGNPOST_URL and SIGNPOST_KEY.
set -eu

# In JSON, a quote and a backslash need a backslash.
quote() {
  printf '"%s"' "$(printf '%s' "$1" | sed 's/[\"]/\\&/g')"
}

body="{\"url\":$(quote "$1")${2:+,\"custom\":$(quote "$2")}}"
answer=$(curl --silent --show-error "$SIGNPOST_URL/api/url/add" \
  --header "Authorization: Bearer $SIGNPOST_KEY" --header 'Content-Type: application/json' --data "$body")

# The response has the short URL with escaped slashes, or the reason why there is none.
case $answer in
  *'"error":0'*) printf '%s\n' "$answer" | sed 's/.*"shorturl":"\([^"]*\)".*/\1/; s/\\//g' ;;
  *) printf '%s\n' "$answer" >&2 && exit 1 ;;
esac
