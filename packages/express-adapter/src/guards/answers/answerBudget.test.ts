import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { eventually } from '@plenum/testkit'
import { createAnswerBudget } from './answerBudget.js'
import { writeAnswer } from './writeAnswer.js'

const size = 20_000_000
const pieces = (): readonly Uint8Array[] => Array.from({ length: size / 50_000 }, () => Buffer.alloc(50_000, 'x'))

async function answering(bytes: number, answer: () => readonly Uint8Array[]) {
  const budget = createAnswerBudget({ bytes })
  const server = createServer((_, res: ServerResponse) => {
    res.setHeader('Content-Length', size)
    writeAnswer(res, answer(), { budget, ending: null }).catch(() => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const ask = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    const client = { bytes: 0, read: () => socket.resume() }
    socket.on('data', ({ length }) => (client.bytes += length)).on('error', () => {})
    const before = budget.counts()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await eventually(
      'one more that waits',
      () => budget.counts().answers + budget.counts().cut > before.answers + before.cut,
    )
    return client
  }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { budget, ask, [Symbol.dispose]: close }
}

describe('the budget of answers', () => {
  it('counts waiting bytes until they are read, overhead included', async () => {
    using server = await answering(1e9, pieces)
    const clients = [await server.ask(), await server.ask()]
    const { bytes } = server.budget.counts()
    expect(bytes).toBeGreaterThan(2 * size)
    expect(bytes).toBeLessThan(2.1 * size)
    for (const { read } of clients) read()
    await eventually('their ends', () => server.budget.counts().answers === 0)
    expect(server.budget.counts()).toEqual({ answers: 0, bytes: 0, cut: 0 })
    await eventually('the whole answers', () => clients.every(client => client.bytes > size))
  })

  it('counts shared bytes once, and disconnects no client because of them', async () => {
    const shared = pieces()
    using server = await answering(1.5 * size, () => shared)
    for (let i = 0; i < 5; i++) await server.ask()
    const { bytes, ...counts } = server.budget.counts()
    expect(counts).toEqual({ answers: 5, cut: 0 })
    expect(bytes).toBeLessThan(1.2 * size)
  })

  it('accepts one answer of any size', async () => {
    using server = await answering(size / 10, pieces)
    const first = await server.ask()
    expect(server.budget.counts()).toMatchObject({ answers: 1, cut: 0 })
    await server.ask()
    expect(server.budget.counts()).toMatchObject({ answers: 1, cut: 1 })
    first.read()
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(server.budget.counts().answers).toBe(1)
    expect(first.bytes).toBeLessThan(size)
  })
})
