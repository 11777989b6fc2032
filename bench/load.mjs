import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

const program = new URL('server.mjs', import.meta.url)

export async function startServer(...args) {
  const child = fork(program, args)
  const [{ port }] = await once(child, 'message')
  const ask = async message => {
    child.send(message)
    return (await once(child, 'message'))[0]
  }
  return {
    url: `http://127.0.0.1:${port}`,
    send: message => child.send(message),
    cpu: async () => {
      const { cpu } = await ask('cpu')
      return cpu.user + cpu.system
    },
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

const seconds = 2

/** As many requests as take about two seconds, so that slow answers are measured like fast ones. */
async function amountFor(url) {
  const times = []
  for (let i = 0; i < 5; i++) {
    const begun = performance.now()
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - begun)
  }
  return Math.min(20_000, Math.max(32, Math.round((seconds * 1000) / Math.min(...times))))
}

/** CPU microseconds of the server per request, under up to 32 connections; the median of three runs after a warm-up. */
export async function cpuPerRequest(server, path) {
  const url = server.url + path
  const amount = await amountFor(url)
  const load = () => autocannon({ url, amount, connections: Math.min(32, amount / 4), timeout: 60 })
  await load()
  const figures = []
  for (let run = 0; run < 3; run++) {
    const before = await server.cpu()
    const result = await load()
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
    figures.push(((await server.cpu()) - before) / result['2xx'])
  }
  return figures.sort((a, b) => a - b)[1]
}
