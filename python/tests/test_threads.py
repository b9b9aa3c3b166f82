"""Use from asyncio and threads: a workspace may be shared between threads."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import pdp
from local_server import serving
from pdp._http import Connection
from pdp._tokens import DeviceSession, FixedToken

THREADS = 8


def test_a_call_in_a_thread_does_not_block_the_event_loop():
    released = threading.Event()

    def answer(handler, _):
        # Responds only after the event loop has run on.
        assert released.wait(timeout=30)
        handler.reply(200, b'{"done": true}')

    async def main(url):
        call = asyncio.create_task(asyncio.to_thread(Connection(url, FixedToken("t")).json, "GET", "/x"))
        await asyncio.sleep(0)
        released.set()
        return await call

    with serving(answer) as (url, _):
        assert asyncio.run(main(url)) == {"done": True}


def test_threads_share_a_workspace(lab):
    async def main():
        calls = [asyncio.to_thread(lambda at=at: lab.sql("SELECT ? AS n", [at]).rows()) for at in range(THREADS)]
        return await asyncio.gather(*calls)

    assert asyncio.run(main()) == [[{"n": at}] for at in range(THREADS)]


def test_threads_use_a_refresh_token_once():
    class Provider:
        """Provider at an address that the test serves."""

        def __init__(self, url):
            self.url = url

        def post(self, path, fields):
            return Connection(self.url, FixedToken("none")).json("POST", path, json=fields)

    bodies = []
    everyone = threading.Barrier(THREADS)

    def answer(handler, before):
        if before == 0:
            body = {"expires_in": 300, "verification_uri": "u", "user_code": "c", "device_code": "d"}
        else:
            bodies.append(before)
            body = {"access_token": f"access-{before}", "refresh_token": f"refresh-{before}"}
        handler.reply(200, json.dumps(body).encode())

    with serving(answer) as (url, _):
        session = DeviceSession(Provider(url))

        def renew(_):
            everyone.wait(timeout=30)
            return session.access_token(refused="access-1")

        with ThreadPoolExecutor(THREADS) as pool:
            assert set(pool.map(renew, range(THREADS))) == {"access-2"}
    assert bodies == [1, 2]


def test_names_of_asynchronous_clients_say_how_to_use_asyncio():
    with pytest.raises(AttributeError, match=r"await asyncio\.to_thread\(pdp\.connect, 'WORKSPACE'\)"):
        pdp.connect_async  # noqa: B018
    with pytest.raises(AttributeError, match="module 'pdp' has no attribute 'nothing'"):
        pdp.nothing  # noqa: B018
