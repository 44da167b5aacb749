# SPDX-License-Identifier: Apache-2.0
# Writes style.css as a C array, its comments left out.
function(aicalc_embed_style input output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  file(READ ${input} text)
  string(REGEX REPLACE "/[*][^*]*[*]/\n*" "" text "${text}")
  string(HEX "${text}" hex)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(CONFIGURE OUTPUT ${output} CONTENT "/* Made from style.css by embed.cmake. */
#include \"cli/html/style.h\"

const char html_style[] = {${bytes}0};
" @ONLY)
endfunction()
