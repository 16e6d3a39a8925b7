// A second opinion about the changes that selection trees think possible: who reads them all in their sentence.
#pragma once

#include <string>
#include <vector>

namespace simplifier {

class Sentence;

// Reads changes in context. One object serves all sentences and threads.
class ChangeReader {
 public:
  // A change: the tokens [start, end) become `words`. The two probabilities are those of the trees before reading, and
  // the reader's afterwards: that an editor lets the change stand, and that it stands and makes the sentence easier.
  struct Change {
    int start, end;
    std::vector<std::string> words;
    float stands, fits;
  };

  virtual ~ChangeReader() = default;
  // What trees give less than this is not read: no reading would make a change of it.
  virtual double least_stands() const = 0;
  virtual double least_fits() const = 0;
  virtual void Read(const Sentence& sentence, std::vector<Change>* changes) const = 0;
};

}  // namespace simplifier
