"""The suite runs on the servers that production runs on."""

import socket

import pytest
import redis
from celery import Celery
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError


def test_the_database_is_postgresql(db):
    assert connection.vendor == "postgresql"


def test_the_broker_is_redis():
    client = redis.from_url(settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://"))
    assert client.ping()


def test_a_redis_that_accepts_connections_and_answers_nothing_is_given_up():
    """Its time limits are those of the settings, but shorter."""
    limits = dict.fromkeys(settings.CELERY_BROKER_TRANSPORT_OPTIONS, 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        app = Celery(broker=f"redis://127.0.0.1:{silent.getsockname()[1]}")
        app.conf.broker_transport_options = limits
        with app, pytest.raises(OperationalError):
            app.send_task("anything", retry_policy={"max_retries": 1})
