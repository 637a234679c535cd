"""A client of the API."""

from django.core.files.uploadedfile import SimpleUploadedFile

from arena.accounts.models import ApiToken


class Api:
    """A program with a token."""

    def __init__(self, client, user=None):
        self.client = client
        self.headers = {}
        if user is not None:
            self.headers = {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"}

    def get(self, path, **query):
        return self.client.get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path, data=None):
        return self.client.post(
            f"/api/v1/{path}", data, content_type="application/json", headers=self.headers
        )

    def patch(self, path, data):
        return self.client.patch(
            f"/api/v1/{path}", data, content_type="application/json", headers=self.headers
        )

    def send_file(self, path, content, **fields):
        data = {"file": SimpleUploadedFile("bot.py", content), **fields}
        return self.client.post(f"/api/v1/{path}", data, headers=self.headers)
