import { manyUntil, request, send } from '../client.mjs'

const headers = 'Content-Type: application/json\r\nContent-Length: 1048000\r\n'
const head = request('POST', '/@querystring-search', { headers }) + ' '.repeat(720_000)

function drip(socket) {
  const timer = setInterval(() => socket.write(' '.repeat(110)), 100)
  socket.once('close', () => clearInterval(timer))
}

export const shape = {
  name: '100 bodies of 720 kB that go on with 1.1 kB a second',
  beside: ['uploads'],
  attack: ({ port, from, signal }) =>
    manyUntil(signal, 100, i => send(port, head, { from: from(i), signal, seconds: 300, next: drip })),
}
