// Requests to the API of tables. All addresses are below /api/v1/tables/.

const TIMEOUT_MS = 8000;

/** The server's answer that something is not possible: {status, code, message, update}. */
export class Refused extends Error {
  constructor(status, body, retryAfter) {
    super(body.detail ?? "");
    this.status = status;
    this.code = body.code ?? "";
    this.update = body.update ?? null;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later: the arena is busy, restarts or is out of order. */
  get passes() {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** What the viewer may know of a table beyond the first `after` entries: an Update. */
export function getUpdate(code, after, timeout = TIMEOUT_MS) {
  return request(`/api/v1/tables/${code}/?after=${after}`, {}, timeout);
}

/** Does something at a table. Returns the Update that the server answers with. */
export function postAction(code, action, body) {
  return request(`/api/v1/tables/${code}/${action}/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: JSON.stringify(body),
  });
}

/**
 * The JSON of an answer. Throws Refused, or another error if there was no answer, or one that is
 * not the API's, such as a proxy's page.
 */
export async function request(address, options = {}, timeout = TIMEOUT_MS) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const answer = await fetch(address, { cache: "no-store", signal: stop.signal, ...options });
    if (answer.ok) return await answer.json();
    const body = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, body, Number(answer.headers.get("Retry-After")) || 0);
  } finally {
    clearTimeout(timer);
  }
}

/** Read for each request, because logging in changes it, perhaps in another tab. */
function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Milliseconds to wait before try number `tries` (from 0), so that not all clients come at once. */
export function backOff(tries, least = 400, most = 8000) {
  return Math.min(most, least * 2 ** tries) * (0.6 + 0.8 * Math.random());
}
