// Sends requests like generator.mjs, but reads only the status and the length of a response. autocannon parses headers
// character by character, so longer headers delay the next request, and a server that waits for requests uses more time
// per request.
import { connect } from 'node:net'

function requestOf({ pathname, search, host }, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`)
}

/** Returns the length of a response in bytes, derived from its first bytes, which contain all headers. */
function lengthOf(first, status) {
  const end = first.indexOf('\r\n\r\n') + 4
  const head = first.latin1Slice(0, end)
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(head.slice(0, 20))
  return end + Number(/content-length: (\d+)/i.exec(head)[1])
}

/** Sends requests one after another while `isWanted` returns true. Calls `note` with the duration of each request. */
function sendOver(address, { request, status, isWanted, note }) {
  const socket = connect(address.port, address.hostname)
  return new Promise((resolve, reject) => {
    let missing = 0
    let startedAt = 0
    const next = () => {
      startedAt = performance.now()
      if (isWanted()) socket.write(request)
      else socket.end(resolve)
    }
    socket.once('connect', next).once('error', reject)
    socket.on('data', bytes => {
      if (missing === 0) missing = lengthOf(bytes, status)
      missing -= bytes.length
      if (missing > 0) return
      note(performance.now() - startedAt)
      next()
    })
  })
}

/** Sends requests on connections that are distributed evenly among the `urls`. */
async function sendMany({ urls, headers = {}, status, amount, connections }) {
  const addresses = urls.map(url => new URL(url))
  let left = amount
  const times = []
  const note = time => times.push(time)
  const load = { status, isWanted: () => left-- > 0, note }
  const open = address => sendOver(address, { ...load, request: requestOf(address, headers) })
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, i) => open(addresses[i % addresses.length])))
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  return { count: amount, seconds, p99: times[Math.floor(amount * 0.99)] }
}

process.on('message', async load => {
  process.send(await sendMany(load).catch(({ message }) => ({ problem: message })))
})
