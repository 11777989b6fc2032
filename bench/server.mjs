// A child process that serves a site with polls.
import { createApp, createServer } from '@plenum/express-adapter'
import { openPollSite } from './pollSite.mjs'

const { site, close } = await openPollSite()
const server = createServer(createApp(site)).listen(0, '127.0.0.1')
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
