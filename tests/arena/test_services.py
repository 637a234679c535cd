"""The suite runs on the servers that production runs on."""

import redis
from django.conf import settings
from django.db import connection


def test_the_database_is_postgresql(db):
    assert connection.vendor == "postgresql"


def test_the_broker_is_redis():
    client = redis.from_url(settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://"))
    assert client.ping()
