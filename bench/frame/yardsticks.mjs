// A child process that serves a response with the minimum amount of code that node:http and Express need.
import { createServer } from 'node:http'
import cookieParser from 'cookie-parser'
import express from 'express'
import basicAuth from 'express-basic-auth'
import { manager, password } from '../site.mjs'

const listeners = {
  node: ({ status, headers, body }) =>
    createServer((_req, res) => {
      res.writeHead(status, headers)
      res.end(body)
    }),
  express: answer => answering(express(), answer),
  guarded: answer => {
    const app = express()
    app.use(basicAuth({ users: { [manager.id]: password } }))
    app.use(cookieParser())
    return answering(app, answer)
  },
}

function answering(app, { method, path, status, headers, body }) {
  app[method.toLowerCase()](path, (_req, res) => {
    res.status(status).set(headers).send(body)
  })
  return app
}

let server
process.on('message', ({ answer }) => {
  if (answer === undefined) return
  server?.close()
  server?.closeAllConnections()
  const listener = listeners[process.argv[2]]({ ...answer, body: Buffer.from(answer.body, 'base64') })
  server = listener.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
})
// Keeps this program running while it waits for responses to serve, because the probe does not keep an idle program
// running.
process.channel.ref()
process.once('disconnect', () => process.exit())
process.send('ready')
