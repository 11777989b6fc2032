// A child process that runs one attack after another.
import { knownAttacks } from './knownAttacks.mjs'

/** Returns the loopback address of attacker `i`. The attackers share eight addresses. */
const from = i => `127.0.0.${2 + (i % 8)}`

const carryOut = {
  known: ({ name, port }) => knownAttacks[name](port),
  shape: async ({ file, port, seconds }) => {
    const { shape } = await import(`./shapes/${file}`)
    const signal = AbortSignal.timeout(1000 * seconds)
    return shape.attack({ port, from, signal })
  },
}

process.on('message', async message => {
  const startedAt = performance.now()
  const statuses = await carryOut[message.kind](message)
  process.send({ statuses, seconds: (performance.now() - startedAt) / 1000 })
})
process.send('ready')
