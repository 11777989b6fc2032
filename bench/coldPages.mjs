// Measures the CPU time of each page and form without cached responses, for visitors and administrators of a
// conference with 200 sessions. `--crowded` measures the programme desk for a day with 5,000 slots instead.
import { median } from './contest.mjs'
import { startPlenum } from './frame/programs.mjs'
import { password } from './site.mjs'

const runs = 7
/** The maximum CPU time per page, in milliseconds. */
const most = 100

const session = '/schedule/session-1'
const text = JSON.stringify(programme(200))
const pages = [
  ...['/', '/@schedule', '/schedule', session, '/presenters', '/@sponsors', '/poll/@poll', '/@@now', '/page', '/login'],
  ...['/@search?SearchableText=session', '/nothing-here'],
].map(path => ({ path, user: null }))
const memberPages = [
  ...['/', '/@schedule', '/@@desk', `/@@desk?day=2027-03-01`, '/schedule', session, '/presenters'],
  ...['/schedule/@@add?type=Talk', `${session}/@@edit`, '/@@edit', '/page/@@edit', `${session}/@@delete`],
  ...['/schedule/@@delete', `${session}/@workflow`, '/schedule/@sharing', '/history/@history', '/@@users', '/@@groups'],
  ...['/@@invite', '/@@users/admin', '/@@settings', '/@@settings/site', '/@@settings/tech-event-settings'],
  ...['/@@import-programme', '/@schedule-conflicts', '/@schedule-releases', '/@worklists', '/@audit', '/@webhooks'],
  ...['/@outbox', '/@sharedmemoize'],
].map(path => ({ path, user: 'admin' }))
const crowded = [
  { path: '/@@desk?day=2027-03-01', user: 'admin' },
  { path: '/@@desk?day=2027-03-01&part=25', user: 'admin' },
]

function programme(count) {
  const slots = Array.from({ length: count }, (_, i) => ({
    ...{ guid: `${i}`.padStart(32, 'f'), id: i + 1, title: `New session ${i}`, room: 'Hall', type: 'talk' },
    ...{ date: '2027-03-01T09:00:00+01:00', start: '09:00', duration: '00:25', abstract: 'One line.' },
    persons: [{ id: i % 50, name: `Person ${i % 50}` }],
  }))
  const days = [{ index: 0, date: '2027-03-01', rooms: { Hall: slots } }]
  const conference = { title: 'C', start: '2027-03-01', end: '2027-03-02', time_zone_name: 'Europe/Berlin', days }
  return { schedule: { conference } }
}

const isCrowded = process.argv.includes('--crowded')
const settings = { KEPT_ANSWERS: '0', MEMOIZE_MAX_MB: '1' }
const server = await startPlenum(isCrowded ? 'crowdedConference' : 'conference200', settings)
const login = await fetch(`${server.url}/@login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ login: 'admin', password }),
})
const cookie = `plenum_session=${(await login.json()).token}`

async function open({ path, user, body }) {
  const headers = { accept: 'text/html', ...(user ? { cookie } : {}) }
  const post = body ? { method: 'POST', body, headers: { ...headers, origin: server.url } } : { headers }
  const answer = await fetch(server.url + path, { ...post, redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

async function cost(request) {
  const before = await server.usage()
  const { status, html } = await open(request)
  return { cpu: ((await server.usage()).cpu - before.cpu) / 1000, bytes: html.length, status }
}

async function measure(request) {
  const first = await cost(request)
  const others = []
  for (let i = 0; i < runs; i++) others.push(await cost(request))
  const figure = median(others.map(({ cpu }) => cpu))
  const columns = [first.status, request.user ?? 'visitor', figure.toFixed(1), first.cpu.toFixed(1), first.bytes]
  console.log(`${columns.map(column => String(column).padStart(8)).join('')}  ${request.path}`)
  if (figure > most) process.exitCode = 1
}

console.log('  status    user      ms   first   bytes')
for (const request of isCrowded ? crowded : [...pages, ...memberPages]) await measure(request)
if (!isCrowded) {
  const token = /name="token" value="([^"]+)"/.exec(
    (await open({ path: '/@@import-programme', user: 'admin' })).html,
  )?.[1]
  const body = new URLSearchParams({ token, step: 'check', text })
  await measure({ path: '/@@do/importProgramme', user: 'admin', body })
}
await server.stop()
