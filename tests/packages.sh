# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts that need them: installs Debian packages that are missing.
# Usage: need_packages PACKAGE...

need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        echo "This is no Debian or Ubuntu; install by hand what these packages hold: $*"
        return 0
    fi
    missing=
    for package in "$@"; do
        if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
            missing="$missing $package"
        fi
    done
    if [ -z "$missing" ]; then
        return 0
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "These packages are missing, and only root can install them:$missing" >&2
            return 1
        fi
        as_root=sudo
    fi
    echo "Installing:$missing"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        $missing >/dev/null
}
