"""Reading the pages of bots."""

from django.urls import reverse


def page(client, url, status=200):
    response = client.get(url)
    assert response.status_code == status, response.content
    return response.content.decode()


def url(name, version, username="alice"):
    return reverse(name, args=[username, version.bot.name, version.number])
