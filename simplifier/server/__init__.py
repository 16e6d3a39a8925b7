"""A web server: JSON over HTTP, LanguageTool's protocol, and a page for the browser (docs/use/server.md).

It needs the optional extra ``server`` (starlette, uvicorn); nothing else of the project imports this package.
"""
