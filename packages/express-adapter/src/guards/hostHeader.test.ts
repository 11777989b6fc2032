import { addPublished, connectRaw, createTestSite, listenOn } from '@plenum/testkit'
import { cacheAnswers } from '../cache/cacheAnswers.js'
import { createApp } from '../createApp.js'
import { createServer } from '../createServer.js'

it.each([
  ['another host', 'Host: b.example'],
  ['the same host in another case', 'hOST: a.example'],
])('a second Host header is 400, even if the answer is cached: %s', async (_, second) => {
  const test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  const answers = cacheAnswers(test.site, 1024 * 1024, {})
  await using server = await listenOn(createServer(createApp(test.site, { answers }), { answers }))
  const connection = await connectRaw(server)
  const get = (more = '') => `GET /c HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`
  for (const [i, more] of ['', '', `${second}\r\n`, ''].entries()) {
    connection.send(get(more))
    await connection.wait(i + 1)
  }
  const responses = connection.answers()
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 200])
  expect(responses[2]?.body).toMatchObject({ type: 'BadRequest', message: expect.stringContaining('exactly one') })
})
