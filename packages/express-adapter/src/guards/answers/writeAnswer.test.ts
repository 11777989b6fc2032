import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { abandoned } from '@plenum/core'
import { createAnswerBudget } from './answerBudget.js'
import { writeAnswer } from './writeAnswer.js'

async function answerToOneWhoWent(): Promise<ServerResponse> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const response = new Promise<ServerResponse>(resolve => server.once('request', (_, res) => resolve(res)))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const res = await response
  const gone = new Promise<void>(resolve => res.once('close', resolve))
  client.destroy()
  await gone
  server.close()
  return res
}

const timers = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length

it.each([
  ['a short one', [Buffer.from('abc')], null],
  ['a long one', [Buffer.alloc(300_000)], null],
  ['one that closes its connection', [Buffer.from('abc')], Promise.resolve()],
])('an answer to a disconnected client is not waited for: %s', async (_, bytes, ending) => {
  const res = await answerToOneWhoWent()
  const before = timers()
  const writing = writeAnswer(res, bytes, { budget: createAnswerBudget({ bytes: 1e6, timeout: 30_000 }), ending })
  await writing.catch((error: unknown) => expect(error).toBe(abandoned))
  expect(timers()).toBe(before)
})
