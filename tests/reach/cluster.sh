#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cluster.sh PROGRAM EXAMPLES: the same sweep by one process, by GNU parallel and by a Slurm array, byte for byte.
# Slurm is a real one of one node on the loopback address, all of it in a folder of its own and ended by its pids.
set -eu
AICALC=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$(cd "$2" && pwd)
export AICALC
work=$(mktemp -d)
pids=
finish() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null || true
    done
    for pid in $pids; do
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap finish EXIT

# folder NAME: the example once more; what runs there leaves its parts there.
folder() {
    mkdir "$work/$1"
    cp "$examples"/* "$work/$1/"
    cd "$work/$1"
}

folder parallel
parallel --will-cite -j2 --joblog log --resume sh ask.sh {} 64 ::: $(seq 64)
sh join.sh 64 check
whole=$(sha256sum <whole.csv)
rm parts/7.csv
code=0
sh join.sh 64 2>missing || code=$?
[ "$code" -eq 2 ] && grep -q 'part 7 of 64 is missing' missing || { echo "FAIL a missing part: exit $code"; exit 1; }
sh ask.sh 7 64
sh join.sh 64 >/dev/null
[ "$(sha256sum <whole.csv)" = "$whole" ] || { echo "FAIL a part that was asked again has other bytes"; exit 1; }
echo "parallel: the bytes of one process"

# free: a port that nothing listens on.
free() {
    port=$1
    while grep -qi ":$(printf %04X "$port") 00000000:0000 0A" /proc/net/tcp; do
        port=$((port + 1))
    done
    echo "$port"
}
host=$(hostname -s)
mkdir "$work/munge" "$work/daemons" "$work/daemons/state" "$work/daemons/spool"
chmod 755 "$work" "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 2>/dev/null
chmod 400 "$work/munge/key"
munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
    --seed-file="$work/munge/seed" --log-file="$work/munge/log" >"$work/munge/out" 2>&1 &
pids=$!
cat >"$work/daemons/slurm.conf" <<EOF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free 16817)
SlurmdPort=$(free 16917)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/daemons/state
SlurmdSpoolDir=$work/daemons/spool
SlurmctldPidFile=$work/daemons/slurmctld.pid
SlurmdPidFile=$work/daemons/slurmd.pid
SlurmctldLogFile=$work/daemons/slurmctld.log
SlurmdLogFile=$work/daemons/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0,defer
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=512 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=10 State=UP
EOF
export SLURM_CONF="$work/daemons/slurm.conf"
slurmctld -D >"$work/daemons/out" 2>&1 &
pids="$! $pids"
slurmd -D -N "$host" >>"$work/daemons/out" 2>&1 &
pids="$! $pids"
tries=0
until [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { echo "FAIL Slurm does not start:"; tail -n 5 "$work/daemons"/*.log "$work/daemons/out"; exit 1; }
    sleep 1
done

folder array
sbatch --wait sweep.sbatch || { echo "FAIL the array: $(cat slurm-*.out | head -5)"; tail -n 5 "$work/daemons"/*.log; exit 1; }
sh join.sh 64 check
[ "$(sha256sum <whole.csv)" = "$whole" ] || { echo "FAIL the array has other bytes"; exit 1; }
rm parts/7.csv
sbatch --wait --array=7 sweep.sbatch
sh join.sh 64
[ "$(sha256sum <whole.csv)" = "$whole" ] || { echo "FAIL a task that was asked again has other bytes"; exit 1; }
echo "Slurm $(sinfo --version | cut -d' ' -f2): the bytes of one process"
