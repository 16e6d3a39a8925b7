#include "tagger/model_file.hh"

#include <cstring>
#include <string_view>
#include <utility>

#include "common/error.hh"
#include "common/part_file.hh"
#include "tagger/tagger_features.hh"

namespace simplifier {
namespace {

constexpr std::size_t kMarkSize = 8, kVersionAt = 7;

}  // namespace

void ModelFileWriter::Names(const std::vector<std::string>& names) {
  std::string lines;
  for (const std::string& name : names) lines += name + "\n";
  body_.Array(std::vector<char>(lines.begin(), lines.end()));
}

void ModelFileWriter::Save(const std::string& path) const {
  const std::string& bytes = body_.Bytes();
  ByteWriter head;
  head.Bytes().append(kind_.mark, kMarkSize);
  head.Number(bytes.size());
  head.Number(HashBytes(bytes));
  PartFile file(path);
  file.Write(head.Bytes().data(), head.Bytes().size());
  file.Write(bytes.data(), bytes.size());
  file.Commit();
}

ModelFileReader::ModelFileReader(const std::string& path, const ModelKind& kind)
    : file_(path),
      what_(std::string(kind.name) + " model"),
      reader_(std::string_view(file_.data(), file_.size()), kMarkSize, path, what_.c_str()) {
  const std::string_view bytes(file_.data(), file_.size());
  const bool marked = bytes.size() >= kMarkSize && std::memcmp(bytes.data(), kind.mark, kVersionAt) == 0;
  if (!marked || bytes[kVersionAt] < '0' || bytes[kVersionAt] > '9') {
    throw InputError(Message(path, ": not a ", kind.name, " model; name a file that simplifier train ", kind.name,
                             " wrote"));
  }
  if (bytes[kVersionAt] != kind.mark[kVersionAt]) {
    throw InputError(Message(path, ": a ", kind.name, " of format version ", bytes[kVersionAt],
                             ", this program reads version ", kind.mark[kVersionAt], "; train it again"));
  }
  const std::uint64_t size = reader_.Number();
  const std::uint64_t checksum = reader_.Number();
  const std::size_t start = kMarkSize + 2 * sizeof(std::uint64_t);
  if (bytes.size() - start != size || HashBytes(bytes.substr(start)) != checksum) reader_.Fail();
  if (reader_.Number() != kind.templates) {
    throw InputError(Message(path, ": made for another version of the ", kind.name, "; train it again"));
  }
}

std::vector<std::string> ModelFileReader::Names() {
  std::vector<std::string> names;
  std::string name;
  for (const char c : reader_.Array<char>()) {
    if (c == '\n') {
      names.push_back(std::move(name));
      name.clear();
    } else {
      name.push_back(c);
    }
  }
  return names;
}

}  // namespace simplifier
