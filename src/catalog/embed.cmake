# SPDX-License-Identifier: Apache-2.0
# Writes the catalogs of src/catalog/data as C arrays, with CMake alone.

# The kinds of catalogs, as include/aicalc/catalog_kinds.h lists them.
function(aicalc_catalog_kinds output)
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/include/aicalc/catalog_kinds.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(READ ${list} text)
  string(REGEX MATCHALL "KIND[(]AIC_[A-Z_]+, *[a-z_]+" kinds "${text}")
  list(TRANSFORM kinds REPLACE ".* " "")
  set(${output} ${kinds} PARENT_SCOPE)
endfunction()

function(aicalc_embed_catalogs output)
  aicalc_catalog_kinds(kinds)
  set(text "/* Made from src/catalog/data by src/catalog/embed.cmake. */\n")
  string(APPEND text "#include <aicalc/catalog.h>\n\n")
  set(table "")
  foreach(kind IN LISTS kinds)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/src/catalog/data/${kind}.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(TOUPPER ${kind} upper)
    string(APPEND text "static const unsigned char ${kind}[] = {${bytes}0};\n")
    string(APPEND table "        [AIC_${upper}] = { ${kind}, sizeof ${kind} - 1 },\n")
  endforeach()
  string(APPEND text "
const char *aic_catalog_builtin(enum aic_catalog_kind kind, size_t *length)
{
    static const struct {
        const unsigned char *bytes;
        size_t length;
    } documents[AIC_CATALOG_KINDS] = {
${table}    };
    *length = documents[kind].length;
    return (const char *)documents[kind].bytes;
}
")
  file(CONFIGURE OUTPUT ${output} CONTENT "${text}" @ONLY)
endfunction()

# The lists of src/launch/data: flags of programs, names of machines.
function(aicalc_embed_launches output)
  set(text "/* Made from src/launch/data by src/catalog/embed.cmake. */\n")
  string(APPEND text "#include \"launch/data.h\"\n\n")
  foreach(list IN ITEMS programs machines)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/src/launch/data/${list}.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND text "const unsigned char aic_launch_${list}_json[] = {${bytes}0};\n")
    if(list STREQUAL "machines") # of programs one at a time is read
      string(APPEND text
        "const size_t aic_launch_${list}_size = sizeof aic_launch_${list}_json - 1;\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "${text}" @ONLY)
endfunction()
