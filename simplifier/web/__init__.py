"""The parts that all local web servers of the project share: access, refusals, connections, files of a page.

They need the optional extra ``server`` (starlette, uvicorn). `simplifier.server` and the form for ratings use them.
"""
