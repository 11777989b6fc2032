// A child process that carries out one attack after the other.
import { attacks } from './attacks.mjs'

process.on('message', async ({ name, port }) => {
  const begun = performance.now()
  const statuses = await attacks[name](port)
  process.send({ statuses, seconds: (performance.now() - begun) / 1000 })
})
process.send('ready')
