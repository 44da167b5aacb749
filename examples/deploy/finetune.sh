#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# 14B, all weights, on one node
deepspeed --num_gpus 8 finetune.py \
  --model_name_or_path Qwen/Qwen2.5-14B --deepspeed configs/ds.json \
  --bf16 True --per_device_train_batch_size 2 --gradient_accumulation_steps 4 \
  --gradient_checkpointing True --max_length 4096
