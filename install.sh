#!/bin/sh
# Installs the Signpost executable: downloads the archive for this platform, checks its SHA-256 sum, and unpacks it.
#
#   SIGNPOST_VERSION   the version to install, such as 0.1.0; the newest one if not set
#   SIGNPOST_DIR       the folder to install to; ~/.local/bin if not set, /usr/local/bin for root
#   SIGNPOST_RELEASES  the address of the releases, such as https://github.com/OWNER/signpost/releases
set -eu

default_releases=''

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# Everything is in functions that the last line calls, so that a download that was cut off runs nothing.
find_platform() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "there is no executable for $(uname -s). On Windows, use WSL 2 or a container" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no executable for $(uname -m) processors" ;;
  esac
  # A shell that Rosetta translates calls itself x86_64.
  if [ "$system" = darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" = 1 ]; then processor=arm64; fi
  platform="$system-$processor"
  if [ "$system" = linux ] && is_musl; then platform="$platform-musl"; fi
}

is_musl() {
  for loader in /lib/ld-musl-*; do
    # A Debian machine may have musl beside glibc.
    [ -e "$loader" ] && ! ldd --version 2>&1 | grep -qi 'glibc\|gnu libc' && return 0
  done
  return 1
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    fail "curl or wget is needed"
  fi || fail "$1 could not be downloaded"
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail "sha256sum or shasum is needed to check the download"
  fi
}

main() {
  releases=${SIGNPOST_RELEASES:-$default_releases}
  releases=${releases%/}
  [ -n "$releases" ] || fail "set SIGNPOST_RELEASES to the address of the releases"
  find_platform
  if [ -n "${SIGNPOST_VERSION:-}" ]; then
    from="$releases/download/v${SIGNPOST_VERSION#v}"
  else
    from="$releases/latest/download"
  fi
  if [ "$(id -u)" = 0 ]; then folder=${SIGNPOST_DIR:-/usr/local/bin}; else folder=${SIGNPOST_DIR:-$HOME/.local/bin}; fi

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  line=$(grep -E "^[0-9a-f]{64}  signpost-[^/ ]*-$platform\.tar\.gz$" "$work/SHA256SUMS" | head -n 1)
  [ -n "$line" ] || fail "$releases has no executable for $platform"
  expected=${line%% *}
  archive=${line##* }
  echo "Downloading $archive"
  download "$from/$archive" "$work/$archive"
  actual=$(sum_of "$work/$archive")
  [ "$actual" = "$expected" ] || fail "$archive has the SHA-256 sum $actual instead of $expected. Nothing was installed."

  tar -xzf "$work/$archive" -C "$work" signpost
  mkdir -p "$folder" || fail "$folder cannot be created. Set SIGNPOST_DIR to another folder."
  # Copied beside its final name first: a program that is running cannot be overwritten, but it can be replaced.
  cp "$work/signpost" "$folder/.signpost.new" || fail "$folder is not writable. Set SIGNPOST_DIR to another folder, or use sudo."
  chmod 755 "$folder/.signpost.new"
  if ! version=$("$folder/.signpost.new" --version); then
    rm -f "$folder/.signpost.new"
    case "$platform" in
      *-musl) fail "the program does not start here. It needs libstdc++: apk add libstdc++" ;;
      *) fail "the program does not start here" ;;
    esac
  fi
  mv "$folder/.signpost.new" "$folder/signpost"

  echo "Installed Signpost $version as $folder/signpost"
  case ":$PATH:" in
    *":$folder:"*) program=signpost ;;
    *) program="$folder/signpost" ;;
  esac
  echo "Start it with:  $program serve"
  echo "After an upgrade, restart the running server."
}

main
