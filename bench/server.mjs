// A child process with one server: `plenum` with a site of so many sessions, `polls` with a site of polls, `tree` with one
// of 10,000 pages, or `plain`
// Express that sends given bytes.
import { createApp, createServer } from '@plenum/express-adapter'
import express from 'express'
import { openPollSite } from './pollSite.mjs'
import { openSite } from './site.mjs'
import { openTreeSite } from './treeSite.mjs'

const [kind, argument] = process.argv.slice(2)

const openers = { plenum: openSite, polls: openPollSite, tree: openTreeSite }

async function start() {
  if (kind !== 'plain') {
    const { site, close } = await openers[kind](Number(argument))
    return { server: createServer(createApp(site)).listen(0, '127.0.0.1'), close }
  }
  const app = express()
  let answer = { status: 200, bytes: Buffer.alloc(0) }
  process.on('message', ({ bytes, status }) => {
    if (bytes !== undefined) answer = { status, bytes: Buffer.from(bytes, 'base64') }
  })
  app.get('/*path', (_req, res) => {
    res.statusCode = answer.status
    if (answer.bytes.length > 0) res.setHeader('Content-Type', 'application/json')
    res.end(answer.bytes)
  })
  return { server: app.listen(0, '127.0.0.1'), close: async () => {} }
}

const { server, close } = await start()
server.once('listening', () => process.send({ port: server.address().port }))
process.on('message', async message => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
  if (message === 'stop') {
    server.close()
    server.closeAllConnections()
    await close()
    process.disconnect()
  }
})
