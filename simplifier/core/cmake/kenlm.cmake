# KenLM's query code as a static library, compiled from the released source distribution of the
# Python package `kenlm`. KENLM_SOURCE_DIR (CMake or environment) names an unpacked tree instead.
if(NOT KENLM_SOURCE_DIR AND DEFINED ENV{KENLM_SOURCE_DIR})
  set(KENLM_SOURCE_DIR "$ENV{KENLM_SOURCE_DIR}")
endif()

if(NOT KENLM_SOURCE_DIR)
  set(_kenlm_dir "${CMAKE_BINARY_DIR}/kenlm-source")
  set(_kenlm_requirements "${CMAKE_CURRENT_LIST_DIR}/kenlm-requirements.txt")
  file(GLOB KENLM_SOURCE_DIR "${_kenlm_dir}/kenlm-*/lm/model.hh")
  if(NOT KENLM_SOURCE_DIR)
    message(STATUS "Fetching the KenLM source distribution (pinned by sha256)")
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -m pip download --quiet --no-deps --no-binary kenlm
              --require-hashes -r "${_kenlm_requirements}" -d "${_kenlm_dir}"
      RESULT_VARIABLE _kenlm_status ERROR_VARIABLE _kenlm_error)
    file(GLOB _kenlm_archive "${_kenlm_dir}/kenlm-*.tar.gz")
    if(NOT _kenlm_status EQUAL 0 OR NOT _kenlm_archive)
      message(FATAL_ERROR "Could not fetch the KenLM sources with pip:\n${_kenlm_error}\n"
              "Set KENLM_SOURCE_DIR to an unpacked source distribution of kenlm to build without a network.")
    endif()
    file(ARCHIVE_EXTRACT INPUT "${_kenlm_archive}" DESTINATION "${_kenlm_dir}")
    file(GLOB KENLM_SOURCE_DIR "${_kenlm_dir}/kenlm-*/lm/model.hh")
  endif()
  get_filename_component(KENLM_SOURCE_DIR "${KENLM_SOURCE_DIR}" DIRECTORY)
  get_filename_component(KENLM_SOURCE_DIR "${KENLM_SOURCE_DIR}" DIRECTORY)
endif()
if(NOT EXISTS "${KENLM_SOURCE_DIR}/lm/left.hh")
  message(FATAL_ERROR "KENLM_SOURCE_DIR=${KENLM_SOURCE_DIR} holds no lm/left.hh; name the root of a KenLM source tree.")
endif()
message(STATUS "KenLM sources: ${KENLM_SOURCE_DIR}")

file(GLOB KENLM_SOURCES "${KENLM_SOURCE_DIR}/lm/*.cc" "${KENLM_SOURCE_DIR}/util/*.cc"
     "${KENLM_SOURCE_DIR}/util/double-conversion/*.cc")
list(FILTER KENLM_SOURCES EXCLUDE REGEX "(test|main)\\.cc$")
# Ours in place of theirs, which writes behind its buffer.
list(FILTER KENLM_SOURCES EXCLUDE REGEX "float_to_string\\.cc$")
set(KENLM_NUMBERS "${PROJECT_SOURCE_DIR}/simplifier/core/src/language_model/kenlm_numbers.cc")
add_library(kenlm_query STATIC ${KENLM_SOURCES} "${KENLM_NUMBERS}")
target_include_directories(kenlm_query SYSTEM PUBLIC "${KENLM_SOURCE_DIR}")
target_compile_definitions(kenlm_query PUBLIC KENLM_MAX_ORDER=6)
target_compile_options(kenlm_query PRIVATE -w)
if(SKBUILD AND UNIX AND NOT APPLE)  # its exceptions name the source file (CMakeLists.txt)
  target_compile_options(kenlm_query PUBLIC "-ffile-prefix-map=${KENLM_SOURCE_DIR}=kenlm")
endif()
if(UNIX AND NOT APPLE)
  target_link_libraries(kenlm_query PUBLIC rt)
endif()
