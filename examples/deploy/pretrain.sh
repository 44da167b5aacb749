#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# 8B on four nodes
NNODES=4
GPN=8
TP=2
MODEL=(
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336
  --num-attention-heads 32 --group-query-attention --num-query-groups 8
  --seq-length 8192 --max-position-embeddings 8192   # not learned
  --position-embedding-type rope --normalization RMSNorm --swiglu
  --disable-bias-linear --untie-embeddings-and-output-weights --hidden-dropout 0
  --vocab-size 128256
)
RUN="--micro-batch-size 1 --global-batch-size 256 --train-iters 20000 --bf16"
if [ "$TP" -gt 1 ]; then
  RUN="$RUN --sequence-parallel"
fi
torchrun --nnodes $NNODES --nproc-per-node $GPN pretrain_gpt.py "${MODEL[@]}" $RUN \
  --tensor-model-parallel-size $TP --use-distributed-optimizer --recompute-granularity full \
  --recompute-method block --recompute-num-layers 8 --save $CKPT --lr 3e-4
