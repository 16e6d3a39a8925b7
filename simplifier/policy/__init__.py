"""Why a change may stand and why not: final check, protection, the user's rules, reasons for people."""
