"""Calls the bank with the token in the environment. Run: BANK_URL=… BANK_TOKEN=… python3 examples/quickstart.py"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from SDK_SNAKE import ApiError, Client

client = Client(os.environ["BANK_URL"], os.environ["BANK_TOKEN"])
try:
    print(client.http.call("GET", "/api/v2/status"))
except ApiError as error:
    sys.exit(f"{error.code}: {error.message}")
