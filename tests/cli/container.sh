# SPDX-License-Identifier: Apache-2.0
# container.sh PROGRAM PROJECT: what Containerfile copies is enough to configure the build with its
# own options, and its program is where the second stage takes it. Images are not made: that needs a
# network and a container engine.
set -u
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
recipe=$project/Containerfile

[ "$(grep -c '^FROM ' "$recipe")" -eq 2 ]
check "two stages" $?
! grep '^FROM ' "$recipe" | grep -qv ':[0-9]'
check "images have versions" $?
sed -n 's|^COPY \([^-][^ ]*\) /source/.*|\1|p' "$recipe" >copied
[ "$(wc -l <copied)" -eq 4 ]
check "what is copied: $(tr '\n' ' ' <copied)" $?
mkdir source
while read -r name; do
    cp -R "$project/$name" source/
    check "copies $name" $?
done <copied

# The first command of the second RUN, with the folders of this test.
sed -n 's|^RUN \(cmake -S .*[^\\ ]\) *\\*$|\1|p' "$recipe" | sed "s|/source|$work/source|; s|/build|$work/build|" >configure
[ "$(wc -l <configure)" -eq 1 ]
check "the build is configured once" $?
sh configure >log 2>&1
check "configures: $(tail -n 3 log)" $?
grep -qs aicalc_cli build/Makefile build/build.ninja
check "the program is built" $?
grep -q '^COPY --from=build /build/aicalc /usr/local/bin/aicalc$' "$recipe" && grep -q '^ENTRYPOINT \["aicalc"\]$' "$recipe"
check "the program is what the image runs" $?
grep -q '^USER ' "$recipe"
check "the image does not run as root" $?
finish
