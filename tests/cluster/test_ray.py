"""A local cluster of Ray, with processes of its own: the same bits, sent once; a lost worker; Ctrl-C; nothing left."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def told():
    # Ray's sockets stand in the folder, and the path of a socket is short.
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")
    quiet = {
        "RAY_AUTH_MODE": "disabled",
        "RAY_USAGE_STATS_ENABLED": "0",
    }  # no token in the home folder
    command = [sys.executable, str(Path(__file__).with_name("on_ray.py")), folder]
    tests = {"PYTHONPATH": str(Path(__file__).parents[1])}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=240, check=False, env=os.environ | quiet | tests
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_workers_are_counted(told):
    assert told["workers"] == 2


def test_a_task_has_an_address_in_place_of_the_rows(told):
    (few, last), (many, last_of_many) = told["sent"]
    assert (last, last_of_many) == (99, 99_999)
    assert few == many < 1000  # bytes, where the rows have 800 and 800,000


def test_the_same_bits_and_a_lost_worker_costs_only_time(told):
    assert told["killed"]
    assert told["bar"] == 121


def test_an_interrupt_leaves_the_cluster_usable(told):
    assert told["interrupted"] == 7  # of 121 relabellings; the run with a lost worker came after it


def test_no_process_is_left(told):
    assert told["left"] == []
