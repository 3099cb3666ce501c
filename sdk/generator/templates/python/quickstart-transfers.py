"""Pays between two accounts. Run: BANK_URL=… BANK_TOKEN=… python3 examples/quickstart.py FROM TO AMOUNT ASSET"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from SDK_SNAKE import ApiError, Client

client = Client(os.environ["BANK_URL"], os.environ["BANK_TOKEN"])
try:
    for account in client.accounts.list_all():
        print(account["uuid"], account["name"], account["balance"])
    if len(sys.argv) == 5:
        source, target, amount, asset = sys.argv[1:]
        transfer = client.transfers.create(
            from_account=source, to_account=target, amount=amount, asset_code=asset
        )
        print(transfer["data"]["uuid"], transfer["data"]["status"])
except ApiError as error:
    sys.exit(f"{error.code}: {error.message}")
