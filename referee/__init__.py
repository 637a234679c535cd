"""One match, many matches, and their arithmetic. Knows neither Django nor Celery."""
