# SPDX-License-Identifier: Apache-2.0
# Windows on x86-64, by mingw-w64; linked statically, so that the program is one file.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s -fstack-protector-strong -Wl,--no-insert-timestamp")
# isnan() of its headers names a float beside the double; this compiler has no unwinding of checked stacks.
set(CMAKE_C_FLAGS_INIT -Wno-float-conversion)
set(AICALC_HAS_fstack_clash_protection OFF)
