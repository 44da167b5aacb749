vllm serve m --tensor-parallel-size=abc -sc {
