// A child process that serves one given answer by node:http: itself, or by so many workers of a cluster.
import cluster from 'node:cluster'
import { createServer } from 'node:http'

const count = Number(process.argv[2])

function listen({ status, headers, body }, onListening) {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_req, res) => {
    res.writeHead(status, headers)
    res.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => onListening(server.address().port))
}

function startWorkers(answer, onListening) {
  const ports = []
  cluster.on('listening', (_worker, { port }) => {
    if (ports.push(port) === count) onListening(port)
  })
  for (let i = 0; i < count; i++) cluster.fork({ ANSWER: JSON.stringify(answer) })
}

if (cluster.isWorker) listen(JSON.parse(process.env.ANSWER), () => {})
else {
  process.once('message', ({ answer }) => {
    const tell = port => process.send({ url: `http://127.0.0.1:${port}` })
    if (count === 1) listen(answer, tell)
    else startWorkers(answer, tell)
  })
  process.once('disconnect', () => process.exit())
  process.send('ready')
}
