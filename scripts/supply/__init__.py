"""What the project is made of and delivered as: bill of materials, wheels built twice."""
