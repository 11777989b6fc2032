import http from 'node:http'

const ofConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

export function answerTo(server, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const request = http.request(server.url + path, { method, headers }, async response => {
      const chunks = await response.toArray()
      const own = Object.entries(response.headers).filter(([name]) => !ofConnection.has(name))
      const [pathname] = path.split('?')
      const bytes = Buffer.concat(chunks)
      resolve({
        method,
        path: pathname,
        status: response.statusCode,
        headers: Object.fromEntries(own),
        body: bytes.toString('base64'),
        size: bytes.length,
      })
    })
    request.once('error', reject).end(body)
  })
}
