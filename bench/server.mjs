// A child process with one server: `plenum` with a site of so many sessions, or `plain` Express that sends given bytes.
import { createApp, createServer } from '@plenum/express-adapter'
import express from 'express'
import { openSite } from './site.mjs'

const [kind, argument] = process.argv.slice(2)

async function start() {
  if (kind === 'plenum') {
    const { site, close } = await openSite(Number(argument))
    return { server: createServer(createApp(site)).listen(0, '127.0.0.1'), close }
  }
  const app = express()
  let bytes = Buffer.alloc(0)
  process.on('message', message => {
    if (message.bytes) bytes = Buffer.from(message.bytes, 'base64')
  })
  app.get('/*path', (_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.end(bytes)
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
