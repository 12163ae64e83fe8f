#!/usr/bin/env python3
"""Shortens a URL: python3 shorten.py https://example.com/a/long/address [alias]

Needs Python 3.9 without packages, SIGNPOST_URL and SIGNPOST_KEY.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request


def call(method, path, body=None):
    """Sends a request and returns the response. If the rate limit is reached, waits as long as the server asks for."""
    request = urllib.request.Request(
        os.environ["SIGNPOST_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["SIGNPOST_KEY"], "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers.get("Retry-After", "1")))
            return call(method, path, body)
        answer = json.load(error)
        fields = [f"\n  {field['field']}: {field['message']}" for field in answer.get("errors", [])]
        sys.exit(answer["message"] + "".join(fields))


url, *alias = sys.argv[1:]
link = {"url": url, **({"custom": alias[0]} if alias else {})}
print(call("POST", "/api/url/add", link)["shorturl"])
