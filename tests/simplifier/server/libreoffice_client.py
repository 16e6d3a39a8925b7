"""LibreOffice's own LanguageTool client, driven headless: run by a Python that has LibreOffice's module ``uno``.

    python libreoffice_client.py ADDRESS PROFILE TEXT

Prints what the client found in a Writer document with the text, and the text after the first suggestion was applied, as
JSON. No test itself; `test_libreoffice` runs it, since the tests' own Python seldom has ``uno``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

CLIENT = "org.openoffice.lingu.LanguageToolGrammarChecker"
SETTINGS = "/org.openoffice.Office.Linguistic/GrammarChecking/LanguageTool"


def main(address: str, profile: str, text: str) -> dict[str, Any]:
    import uno  # type: ignore[import-not-found,unused-ignore]

    pipe = f"simplifier{time.time_ns()}"
    accept = f"--accept=pipe,name={pipe};urp;"
    office = subprocess.Popen(["soffice", "--headless", "--norestore", f"-env:UserInstallation={profile}", accept])
    try:
        context = connected(uno, pipe)
        create = context.ServiceManager.createInstanceWithContext
        settings = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "nodepath", 0, SETTINGS, 0)
        provider = create("com.sun.star.configuration.ConfigurationProvider", context)
        access = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess", (settings,)
        )
        access.setPropertyValue("BaseURL", address)
        access.setPropertyValue("IsEnabled", True)
        access.commitChanges()
        desktop = create("com.sun.star.frame.Desktop", context)
        hidden = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "Hidden", 0, True, 0)
        document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (hidden,))
        document.Text.String = text
        locale = uno.createUnoStruct("com.sun.star.lang.Locale", "en", "US", "")
        checker = create(CLIENT, context)
        # The client asks the server beside the program, and has the answer when it is asked again.
        for _ in range(100):
            errors = checker.doProofreading("1", text, locale, 0, len(text), ()).aErrors
            if errors:
                break
            time.sleep(0.1)
        found = [(one.nErrorStart, one.nErrorLength, list(one.aSuggestions), one.aShortComment) for one in errors]
        start, length, (word, *_), _ = found[0]
        place = document.Text.createTextCursorByRange(document.Text.Start)
        place.goRight(start, False)
        place.goRight(length, True)
        place.String = word
        answer = {"found": found, "text": document.Text.String}
        document.close(True)
        desktop.terminate()
        return answer
    finally:
        try:
            office.wait(30)
        except subprocess.TimeoutExpired:
            office.kill()


def connected(uno: Any, pipe: str) -> Any:
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:  # the program has not opened its pipe yet
            time.sleep(0.25)
    raise SystemExit("LibreOffice did not start")


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
