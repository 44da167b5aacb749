#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ranking.sh PROGRAM: the GPUs of the catalog by the time of a token at best, as two tables, and why a GPU
# comes after one whose memory is slower. Fails where nothing in the answer says why: an entry that
# lacks a figure must not win by it.
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME,memory bandwidth,scale-up link in GB/s,its kind
"$program" catalog gpus -o json | awk '
    function figure(name) {
        return match($0, "\"" name "\": [0-9]+") ? \
            substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4) / 1e9 : 0
    }
    $1 == "\"name\":" { gsub(/[",]/, "", $2); name = $2 }
    $1 == "\"fields\":" {
        kind = /"scale_up_is_pcie": true/ ? "PCIe" : /"peer_bw"/ ? "a mesh" : "switches"
        print name "," figure("gpu_memory_bw") "," figure("nvlink_bw") "," kind
    }' >"$work/gpus"

# rank OPTION...: one table
rank() {
    "$program" kvcache --sweep 'gpu=*' -o csv "$@" --fields \
        decode_time_floor,decode_memory_time,decode_compute_time,decode_communication_time,fits |
        sed 1d | awk -F, -v OFS=, '{ $2 = sprintf("%.9g", $2 + $5); print }' | LC_ALL=C sort -t, -k2,2g -k1,1 >"$work/answers"
    awk -F, -v several="$(case "$*" in *--tp*) echo 1 ;; *) echo 0 ;; esac)" '
        function larger(a, b) { return a > b ? a : b }
        function milliseconds(s) { return sprintf("%.4g ms", s * 1e3) }
        # Why the GPU at hand comes after an earlier one whose memory is slower.
        function reason(earlier,    work_gap, link_gap) {
            work_gap = work[place] - work[earlier]
            link_gap = link[place] - link[earlier]
            if (larger(work_gap, link_gap) <= 0) {
                print "no reason for " $1 " after " name[earlier] >"/dev/stderr"
                exit 1
            }
            return work_gap > link_gap ? "its arithmetic" : \
                sprintf("its all-reduces over %s at %.3g GB/s", kind[$1], link_bw[$1])
        }
        FILENAME != ARGV[2] { bw[$1] = $2; link_bw[$1] = $3; kind[$1] = $4; next }
        $4 == "" || (several && $5 == "") {
            left = left (left == "" ? "" : ", ") $1 ($4 == "" ? " (bf16)" : " (link)")
            next
        }
        !place {
            print "| # | GPU | Fits | Memory bandwidth | Token | Reading | Arithmetic |" \
                " All-reduces | After GPUs of slower memory because of |"
            print "|--:|---|---|--:|--:|--:|--:|--:|---|"
        }
        {
            name[++place] = $1; memory[place] = $3; work[place] = larger($3, $4); link[place] = $5
            behind = ""
            for (earlier = 1; earlier < place; earlier++) {
                if (memory[earlier] > memory[place] * (1 + 1e-9)) {
                    why = reason(earlier)
                    count[place, why]++
                    if (count[place, why] == 1) behind = behind (behind == "" ? "" : "; ") why
                }
            }
            printf "| %d | %s | %s | %.4g GB/s | %s | %s | %s | %s | %s |\n", place, $1,
                $6 == "true" ? "yes" : "no", bw[$1], milliseconds($2), milliseconds($3),
                milliseconds($4), several ? milliseconds($5) : "none", behind
        }
        END { if (left != "") printf "\nNot ranked, for their entries lack a figure: %s.\n", left }
    ' "$work/gpus" "$work/answers"
}

printf '\nLlama-3.1-8B in bf16 on one GPU, 64 sequences of 1,024 tokens:\n\n'
rank --model llama-3.1-8b --context 1Ki --sequences 64
printf '\nLlama-3.1-70B in bf16 on eight GPUs, 32 sequences of 8,192 tokens:\n\n'
rank --model llama-3.1-70b --context 8Ki --sequences 32 --tp 8
printf '\n'
