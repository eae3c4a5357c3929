"""Lists the sentences that a language still says in English: python .ci/untranslated.py web/locale."""

import sys
from pathlib import Path

from babel.messages.pofile import read_po

for source in sorted(Path(sys.argv[1]).glob("*/LC_MESSAGES/*.po")):
    with source.open("rb") as file:
        missing = [message.id for message in read_po(file) if message.id and (message.fuzzy or not message.string)]
    print(f"{source.parts[-3]}: {len(missing)} sentences are not translated")
    print("".join(f"  {sentence}\n" for sentence in missing), end="")
