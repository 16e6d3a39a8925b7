"""A language server: suggestions while a person writes, in any text editor that speaks the protocol.

It needs the optional extra ``lsp`` (pygls); see docs/use/editors.md.
"""
