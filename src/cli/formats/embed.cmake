# SPDX-License-Identifier: Apache-2.0
# Writes a text as a C array, which `header` declares as `symbol`; comments of a style and the line with
# the license are left out.
function(aicalc_embed_text input output header symbol)
  get_filename_component(name ${input} NAME)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  file(READ ${input} text)
  string(REGEX REPLACE "/[*][^*]*[*]/\n*" "" text "${text}")
  string(REGEX REPLACE "^# SPDX-[^\n]*\n" "" text "${text}")
  string(HEX "${text}" hex)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(CONFIGURE OUTPUT ${output} CONTENT "/* Made from ${name} by embed.cmake. */
#include \"${header}\"

const char ${symbol}[] = {${bytes}0};
" @ONLY)
endfunction()
