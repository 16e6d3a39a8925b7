"""What every local web server of ours shares: who may ask, how refusals look, connections, files of a page.

It needs the optional extra ``server`` (starlette, uvicorn); `simplifier.server` and the form for ratings use it.
"""
