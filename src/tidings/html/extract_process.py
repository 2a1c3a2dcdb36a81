"""Run alone, in a process that may be killed: `extract_article` over a page on stdin.

The first line is JSON, so that no address shows in the list of processes.
"""

import json
import resource
import sys
from dataclasses import asdict

MEMORY = 1 << 30


def main() -> None:
    """Read the question from stdin and write the answer as JSON."""
    question = json.loads(sys.stdin.buffer.readline())
    seconds = question["seconds"]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # If the one who asked has died, nobody else ends this.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from tidings.html.article import Article
    from tidings.html.extract import extract_article

    page = sys.stdin.buffer.read()
    found = extract_article(page, question["url"], charset=question["charset"])
    answer = {"found": isinstance(found, Article), **asdict(found)}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    main()
