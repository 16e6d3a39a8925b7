// The file of a trained tagger or parser: a mark with the version of the format, the size and the hash of what follows,
// the version of the templates that the model was trained with, and the parts of the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/compact_table.hh"
#include "common/mapped_file.hh"

namespace simplifier {

// What distinguishes the files of one kind of model from all others.
struct ModelKind {
  const char* mark;          // seven letters and the digit of the format's version
  const char* name;          // "tagger", for messages
  std::uint64_t templates;   // version; a model with other templates would score wrongly, so it is refused
};

// Writes a model; the file appears under its name only when it is complete.
class ModelFileWriter {
 public:
  explicit ModelFileWriter(const ModelKind& kind) : kind_(kind) { body_.Number(kind.templates); }
  ByteWriter& Body() { return body_; }
  void Names(const std::vector<std::string>& names);
  // Throws InputError where the disk is full or fails.
  void Save(const std::string& path) const;

 private:
  ModelKind kind_;
  ByteWriter body_;
};

// Opens a model of one kind. Throws InputError for another kind of file, another version and damage; the message names
// the path and says what to do.
class ModelFileReader {
 public:
  ModelFileReader(const std::string& path, const ModelKind& kind);
  ByteReader& Body() { return reader_; }
  std::vector<std::string> Names();

 private:
  MappedFile file_;
  std::string what_;
  ByteReader reader_;
};

}  // namespace simplifier
