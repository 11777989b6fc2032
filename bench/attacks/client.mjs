// Sends the requests of attackers over plain sockets.
import { setMaxListeners } from 'node:events'
import net from 'node:net'

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

export const admin = basic('admin')
export const editor = basic('editor')

function basic(name) {
  return `Basic ${Buffer.from(`${name}:Secret-password-1`).toString('base64')}`
}

export function request(method, path, { body, type = 'application/json', as, headers = '' } = {}) {
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const about = body === undefined ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(sent)}\r\n`
  const who = as === undefined ? '' : `Authorization: ${as}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${who}${about}${headers}\r\n${sent}`
}

/**
 * Sends a string on a new connection, and resolves to the number of responses by status. Reads until the connection is
 * closed, the timeout expires or `signal` is aborted. After the string has been written, calls `next`, which can send
 * more data on the socket.
 */
export function send(
  port,
  text,
  { seconds = 20, reads = true, answers = Number.POSITIVE_INFINITY, from, signal, next } = {},
) {
  return new Promise(resolve => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
    const done = () => {
      signal?.removeEventListener('abort', done)
      socket.destroy()
      resolve(statuses)
    }
    const statuses = {}
    let received = 0
    const timer = setTimeout(done, seconds * 1000)
    signal?.addEventListener('abort', done)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      done()
    })
    if (!reads) socket.pause()
    else
      socket.on('data', chunk => {
        for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
          if (status === '100') continue
          statuses[status] = (statuses[status] ?? 0) + 1
          received += 1
        }
        if (received >= answers && socket.writableLength === 0) setTimeout(done, 100)
      })
    socket.write(text)
    next?.(socket)
  })
}

export const once = (port, method, path, options = {}) =>
  send(port, request(method, path, { ...options, headers: 'Connection: close\r\n' }), options)

export async function many(count, task) {
  const results = await Promise.all(Array.from({ length: count }, (_, i) => task(i)))
  const sum = {}
  for (const result of results)
    for (const [status, number] of Object.entries(result ?? {})) sum[status] = (sum[status] ?? 0) + number
  return sum
}

export async function sequence(works) {
  const sum = {}
  for (const task of works)
    for (const [status, number] of Object.entries((await task()) ?? {})) sum[status] = (sum[status] ?? 0) + number
  return sum
}

/** Runs `count` concurrent loops that repeat a request until `signal` is aborted. */
export const manyUntil = (signal, count, task) => {
  setMaxListeners(count, signal)
  return many(count, async i => {
    const sum = {}
    while (!signal.aborted) {
      for (const [status, number] of Object.entries(await task(i))) sum[status] = (sum[status] ?? 0) + number
      await wait(20)
    }
    return sum
  })
}

export { wait }
