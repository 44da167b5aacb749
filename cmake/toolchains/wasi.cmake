# SPDX-License-Identifier: Apache-2.0
# WebAssembly with WASI, by clang, lld and wasi-libc. Generic: CMake has no file about this system.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# A composition keeps its questions on the stack.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--strip-all")
set(AICALC_SYSTEM wasi)
# What the hardening guards against, the sandbox does; and there is nothing that it could call.
set(AICALC_HARDEN OFF)
