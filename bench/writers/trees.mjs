import { setTimeout as delay } from 'node:timers/promises'

const [areas, pages] = [100, 49]

export async function plantTree({ ask }) {
  const add = (at, id) => ask('POST', at, { body: { '@type': 'Document', id, title: `Title of ${id}` } })
  await add('/', 'tree')
  await add('/tree', 'area')
  for (let i = 0; i < pages; i++) await add('/tree/area', `page-${i}`)
  for (let i = 1; i < areas; i++) await ask('POST', '/tree/@copy', { body: { source: '/tree/area' } })
  return '/tree'
}

/**
 * Returns the duration of a request, the duration of the slowest small request that was sent at the same time (both in
 * milliseconds), and the CPU time of the server for all these requests.
 */
export async function timeAmongOthers({ ask, cpu }, task) {
  let isOver = false
  const waits = []
  const others = async () => {
    const requests = []
    while (!isOver) {
      const startedAt = performance.now()
      requests.push(ask('GET', '/@roles').then(() => waits.push(performance.now() - startedAt)))
      await delay(10)
    }
    await Promise.all(requests)
  }
  const before = await cpu()
  const probing = others()
  const startedAt = performance.now()
  await task()
  const own = performance.now() - startedAt
  isOver = true
  await probing
  return { own, longest: Math.max(...waits), cpu: ((await cpu()) - before) / 1000 }
}
