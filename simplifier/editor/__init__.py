"""A language server: suggestions while somebody writes, in any editor that speaks the protocol.

It needs the optional extra ``lsp`` (pygls); see docs/use/editors.md.
"""
