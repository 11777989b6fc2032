import type { Server } from 'node:http'
import { addPublished, connectRaw, createTestSite, listenOn } from '@plenum/testkit'
import { cacheAnswers } from '../../cache/cacheAnswers.js'
import { createApp } from '../../createApp.js'
import { createServer } from '../../createServer.js'

let server: Server & AsyncDisposable

beforeAll(async () => {
  const test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  const { site } = test
  const answers = cacheAnswers(site, 1_000_000)
  server = await listenOn(
    createServer(createApp(site, { answers }), {
      answers,
      answerFirst: ({ url }, res) => {
        if (url === '/healthz') res.end('ok')
        return url === '/healthz'
      },
    }),
  )
})

afterAll(() => server[Symbol.asyncDispose]())

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
const crumbs = '1\r\n \r\n'.repeat(20_000)

describe('an unread body is not received after the answer', () => {
  it.each(['/healthz', '/c', '/@roles'])('to GET %s', async path => {
    const before = await connectRaw(server)
    before.send(`${get(path)}\r\n`)
    await before.wait(1)
    const connection = await connectRaw(server)
    connection.send(`${get(path)}Transfer-Encoding: chunked\r\n\r\n`)
    await connection.wait(1)
    for (let i = 0; i < 40 && !connection.hasEnded(); i++) {
      connection.send(crumbs)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    // The server ends the connection before Node would close it as idle.
    expect(connection.hasEnded()).toBe(true)
  })

  it('but the connection continues if the body is complete', async () => {
    const connection = await connectRaw(server)
    connection.send(`${get('/@roles')}Content-Length: 2\r\n\r\n{}${get('/@roles')}\r\n`)
    expect((await connection.wait(2)).map(({ status }) => status)).toEqual([401, 401])
  })
})
