export async function urlOf(server) {
  if (!server.listening) await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

/**
 * Sends JSON, or requests JSON if there is no body. Resolves to the status, the headers and the body of the response.
 */
export async function ask(url, { body, ...headers } = {}) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { ...sent, headers: { 'content-type': 'application/json', ...headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}
