// What a request costs, as ratios against plain Express 5 sending the same bytes, and how @schedule grows.

import { cpuPerRequest, startServer } from './load.mjs'
import { asked, openSite } from './site.mjs'

const cases = [
  { name: '@schedule, 79 slots', sessions: 79, path: '/@schedule' },
  { name: '@schedule, 2,000 slots', sessions: 2000, path: '/@schedule' },
  { name: 'content GET, empty page', sessions: 79, path: '/page/child-0' },
  { name: 'content GET, page with 25 items', sessions: 79, path: '/page' },
  { name: '@search, 25 of 79 talks', sessions: 79, path: '/@search?portal_type=Talk&sort_on=start' },
]

console.log('CPU microseconds per request, 32 connections, median of 3 runs')
for (const { name, sessions, path } of cases) {
  const plenum = await startServer('plenum', String(sessions))
  const plain = await startServer('plain')
  const response = await fetch(plenum.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  plain.send({ bytes: bytes.toString('base64') })
  const limit = await cpuPerRequest(plain, path)
  const ours = await cpuPerRequest(plenum, path)
  const figures = `${ours.toFixed(0).padStart(7)} µs against ${limit.toFixed(0).padStart(5)} µs`
  console.log(
    `${name.padEnd(34)} ${String(bytes.length).padStart(8)} bytes ${figures}   ratio ${(ours / limit).toFixed(2)}`,
  )
  await Promise.all([plenum.stop(), plain.stop()])
}

console.log('\n@schedule in the process, without HTTP: milliseconds, median of 5')
let before
for (const sessions of [100, 1000, 10_000]) {
  const { site, close } = await openSite(sessions)
  const times = []
  for (let run = 0; run < 6; run++) {
    const begun = performance.now()
    await site.run('getSchedule', { ...asked, path: '/', caller: { kind: 'anonymous' }, input: { metadata: [] } })
    times.push(performance.now() - begun)
  }
  const time = times.slice(1).sort((a, b) => a - b)[2]
  const growth = before ? `   ${(time / before).toFixed(1)} times as long for 10 times as many` : ''
  console.log(
    `${String(sessions).padStart(6)} slots ${time.toFixed(1).padStart(8)} ms ${((time * 1000) / sessions).toFixed(1).padStart(6)} µs a slot${growth}`,
  )
  before = time
  await close()
}
