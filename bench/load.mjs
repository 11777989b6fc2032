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

/** CPU microseconds of the server per request, under 32 connections; the median of several runs after a warm-up. */
export async function cpuPerRequest(server, path, { runs = 3, seconds = 2 } = {}) {
  const load = () => autocannon({ url: server.url + path, connections: 32, duration: seconds })
  await load()
  const figures = []
  for (let run = 0; run < runs; run++) {
    const before = await server.cpu()
    const result = await load()
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
    figures.push(((await server.cpu()) - before) / result['2xx'])
  }
  return figures.sort((a, b) => a - b)[Math.floor(runs / 2)]
}
