import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/**
 * The writers, one of each kind. `begin` creates the content that a writer needs. `write` performs a write, and returns
 * its key and the outcome of the request. `check` returns a sentence for each write that is missing, duplicated, or
 * present although it was refused. Each writer uses a separate folder.
 */
export const writers = [
  pages(),
  edits(),
  moves(),
  plans(),
  webhooks(),
  changes(),
  renames(),
  removals(),
  files(),
  votes(),
  people(),
  readings(),
  visitors(),
]

/** Returns a sentence for each item that exists more or less often than its outcome permits. */
function miscounted(entries, timesOf) {
  return entries.flatMap(({ key, outcome }) => {
    const times = timesOf(key)
    const isRight = outcome === 'done' ? times === 1 : outcome === 'refused' ? times === 0 : times <= 1
    return isRight ? [] : [`${key} was ${outcome}, and is there ${times} times.`]
  })
}

const countIn = texts => key => texts.filter(text => text === key).length

/** Creates an object. Retries failed requests, because the fault may already have begun. */
async function make(run, path, body) {
  const { client, base } = run
  for (let tries = 0; tries < 100; tries++) {
    if ((await client.write(base(), 'POST', path, body)).outcome === 'done') return
    await delay(100)
  }
  throw new Error(`${body['@type'] ?? path} cannot be made: ${run.client.problems.at(-1) ?? 'the service is away'}`)
}

const addFolder = (run, id) => make(run, '', { '@type': 'Document', id, title: id })

async function itemsOf({ client, base }, folder) {
  const { body } = await client.read(
    base(),
    `/@search?path.query=/${folder}&path.depth=1&b_size=10000&metadata_fields=Title`,
  )
  return body.items
}

function pages() {
  return {
    name: 'pages',
    begin: run => addFolder(run, 'pages'),
    async write({ client, base, number }) {
      const key = `Page ${number}`
      const { outcome } = await client.write(base(), 'POST', '/pages', { '@type': 'Document', title: key })
      return { key, outcome }
    },
    check: async (run, entries) =>
      miscounted(entries, countIn((await itemsOf(run, 'pages')).map(({ title }) => title))),
  }
}

async function commentsOf({ client, base }, path) {
  const { body } = await client.read(base(), `${path}/@history`)
  return body.map(({ comments }) => comments)
}

function edits() {
  return {
    name: 'edits',
    begin: run => addFolder(run, 'edited'),
    async write({ client, base, number }) {
      const key = `Edit ${number}`
      const { outcome } = await client.write(base(), 'PATCH', '/edited', { description: key, changeNote: key })
      return { key, outcome }
    },
    async check(run, entries) {
      const { body } = await run.client.read(run.base(), '/edited')
      const last = entries.filter(({ outcome }) => outcome === 'done').at(-1)
      const later = entries.slice(entries.indexOf(last)).filter(({ outcome }) => outcome !== 'refused')
      const isRight = !last || later.some(({ key }) => key === body.description)
      return [
        ...miscounted(entries, countIn(await commentsOf(run, '/edited'))),
        ...(isRight ? [] : [`The description is "${body.description}", not that of ${last.key} or a later edit.`]),
      ]
    },
  }
}

function moves() {
  return {
    name: 'moves',
    begin: run => addFolder(run, 'moved'),
    async write(run) {
      const { client, base, number } = run
      const { body } = await client.read(base(), '/moved/@workflow')
      const transition = body.state.id === 'published' ? 'retract' : 'publish'
      const key = `Move ${number}`
      const { outcome } = await client.write(base(), 'POST', `/moved/@workflow/${transition}`, { comment: key })
      return { key, outcome }
    },
    check: async (run, entries) => miscounted(entries, countIn(await commentsOf(run, '/moved'))),
  }
}

/** The time until a planned transition is due, and the maximum time until it has run, in milliseconds. */
const untilDue = 2500
const untilRun = 30_000

/** Plans transitions that become due during or after the fault. Each transition must run exactly once. */
function plans() {
  const plansOf = async ({ client, base }, path) => (await client.read(base(), `${path}/@workflow-plans`)).body.items
  return {
    name: 'plans',
    begin: run => addFolder(run, 'planned'),
    async write({ client, base, number }) {
      const [id, key] = [`page-${number}`, `Plan ${number}`]
      const added = await client.write(base(), 'POST', '/planned', { '@type': 'Document', id, title: key })
      if (added.outcome !== 'done') return null
      const body = { at: new Date(Date.now() + untilDue).toISOString(), comment: key }
      const { outcome } = await client.write(base(), 'POST', `/planned/${id}/@workflow/publish`, body)
      return { key, path: `/planned/${id}`, outcome }
    },
    async check(run, entries) {
      const comments = []
      const waiting = []
      const last = performance.now() + untilRun
      for (const { key, path } of entries) {
        while ((await plansOf(run, path)).length > 0 && performance.now() < last) await delay(200)
        if ((await plansOf(run, path)).length > 0) waiting.push(`${key} has not run.`)
        comments.push(...(await commentsOf(run, path)))
      }
      return [...waiting, ...miscounted(entries, countIn(comments))]
    },
  }
}

/** The maximum time until the messages about all acknowledged changes have arrived, in milliseconds. */
const untilDelivered = 60_000

/**
 * Adds pages that a webhook reports. The message about each page must arrive at least once, always with the same id and
 * a valid signature. No message may arrive about a refused page.
 */
function webhooks() {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const verifier = new Webhook(secret)
  const ids = new Map()
  const invalid = []
  const receiver = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString()
    try {
      const { data } = isOldMessage(req, text) ? JSON.parse(text) : verifier.verify(text, req.headers)
      ids.set(data.path, (ids.get(data.path) ?? new Set()).add(req.headers['webhook-id']))
    } catch (error) {
      invalid.push(`A message is invalid: ${error.message}`)
    }
    res.writeHead(204).end()
  })
  /** Whether a message is old but has a valid signature, because a fault has set back the clock of the sender. */
  function isOldMessage({ headers }, text) {
    const time = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signature = verifier.sign(headers['webhook-id'], time, text)
    return time < Date.now() - 300_000 && headers['webhook-signature'].split(' ').includes(signature)
  }
  return {
    name: 'webhooks',
    async begin(run) {
      ids.clear()
      invalid.length = 0
      await once(receiver.listen(0, '127.0.0.1'), 'listening')
      receiver.unref()
      const address = `http://127.0.0.1:${receiver.address().port}/`
      await addFolder(run, 'reported')
      await make(run, '/@webhooks', { address, secret, kinds: ['added'], path: '/reported' })
    },
    async write({ client, base, number }) {
      const id = `page-${number}`
      const { outcome } = await client.write(base(), 'POST', '/reported', { '@type': 'Document', id, title: id })
      return { key: `/reported/${id}`, outcome }
    },
    async check(_run, entries) {
      const missing = () => entries.filter(({ key, outcome }) => outcome === 'done' && !ids.has(key))
      const last = performance.now() + untilDelivered
      while (missing().length > 0 && performance.now() < last) await delay(100)
      receiver.close()
      receiver.closeAllConnections()
      const several = [...ids]
        .filter(([, set]) => set.size > 1)
        .map(([path]) => `${path} has messages with several ids.`)
      const refused = entries.filter(({ key, outcome }) => outcome === 'refused' && ids.has(key))
      return [
        ...invalid.slice(0, 3),
        ...missing().map(({ key }) => `The message of ${key} has not arrived.`),
        ...several,
        ...refused.map(({ key }) => `${key} was refused, and its message has arrived.`),
      ]
    },
  }
}

/**
 * Adds pages and reads the change feed at the same time. Each acknowledged page must have exactly one event, and
 * refused pages must have no event. The events that were read during the fault must be the same as after the fault, in
 * the same order.
 */
function changes() {
  const received = []
  let since
  const readNext = async ({ client, base }) => {
    const { body } = await client.write(base(), 'GET', `/@changes${since ? `?since=${since}` : ''}`)
    if (!body) return null
    received.push(...body.items)
    since = body.next
    return body
  }
  const nameOf = ({ kind, UID, path, revision, time }) => [kind, UID, path, revision, time].join(' ')
  return {
    name: 'changes',
    async begin(run) {
      received.length = 0
      since = undefined
      await addFolder(run, 'fed')
    },
    async write(run) {
      const { client, base, number } = run
      const id = `page-${number}`
      const { outcome } = await client.write(base(), 'POST', '/fed', { '@type': 'Document', id, title: id })
      await readNext(run)
      return { key: `/fed/${id}`, outcome }
    },
    async check(run, entries) {
      for (let more = true; more; ) more = (await readNext(run))?.more ?? true
      const during = received.splice(0).map(nameOf)
      since = undefined
      for (let more = true; more; ) more = (await readNext(run))?.more ?? true
      const after = received.map(nameOf).slice(0, during.length)
      const first = during.findIndex((name, i) => name !== after[i])
      const added = received.filter(({ kind }) => kind === 'added').map(({ path }) => path)
      return [
        ...miscounted(entries, countIn(added)),
        ...(first === -1 ? [] : [`Event ${first} was "${during[first]}", and is "${after[first]}" after the fault.`]),
      ]
    },
  }
}

function renames() {
  let uid = ''
  let path = ''
  const find = async ({ client, base }) => {
    const { body } = await client.read(base(), `/@search?UID=${uid}`)
    return body.items.map(item => new URL(item['@id']).pathname)
  }
  return {
    name: 'renames',
    async begin(run) {
      await addFolder(run, 'renamed')
      await make(run, '/renamed', { '@type': 'Document', id: 'name', title: 'Renamed' })
      const { body } = await run.client.read(run.base(), '/renamed/name')
      uid = body.UID
      path = '/renamed/name'
    },
    async write(run) {
      const { client, base, number } = run
      const key = `/renamed/name-${number}`
      const { outcome } = await client.write(base(), 'PATCH', path, { id: `name-${number}` })
      if (outcome === 'done') path = key
      else if (outcome === 'unknown') path = (await find(run))[0] ?? path
      return { key, outcome }
    },
    async check(run, entries) {
      const paths = await find(run)
      const last = entries.filter(({ outcome }) => outcome === 'done').at(-1)
      const later = entries.slice(entries.indexOf(last)).filter(({ outcome }) => outcome !== 'refused')
      const isRight = paths.length === 1 && (!last || later.some(({ key }) => key === paths[0]))
      return isRight
        ? []
        : [`The renamed page is at ${paths.join(', ') || 'no address'}, the last name was ${last.key}.`]
    },
  }
}

function removals() {
  return {
    name: 'removals',
    begin: run => addFolder(run, 'removed'),
    async write({ client, base, number }) {
      const key = `page-${number}`
      const added = await client.write(base(), 'POST', '/removed', { '@type': 'Document', id: key, title: key })
      if (added.outcome !== 'done') return null
      return { key, outcome: (await client.write(base(), 'DELETE', `/removed/${key}`)).outcome }
    },
    async check(run, entries) {
      const there = countIn(
        (await itemsOf(run, 'removed')).map(item => new URL(item['@id']).pathname.split('/').at(-1)),
      )
      return entries.flatMap(({ key, outcome }) => {
        const times = there(key)
        if (outcome === 'done' && times > 0) return [`${key} was removed, and is there.`]
        return outcome === 'refused' && times !== 1 ? [`The removal of ${key} was refused, and it is not there.`] : []
      })
    },
  }
}

const digestOf = bytes => createHash('sha256').update(bytes).digest('hex')

function files() {
  return {
    name: 'files',
    begin: run => addFolder(run, 'files'),
    async write({ client, base, number }) {
      const bytes = randomBytes(20_000 + (number % 10) * 30_000)
      const key = `file-${number}`
      const file = {
        data: bytes.toString('base64'),
        encoding: 'base64',
        filename: 'bytes.bin',
        'content-type': 'application/octet-stream',
      }
      const { outcome } = await client.write(base(), 'POST', '/files', { '@type': 'File', id: key, title: key, file })
      return { key, outcome, digest: digestOf(bytes) }
    },
    async check(run, entries) {
      const there = countIn((await itemsOf(run, 'files')).map(({ title }) => title))
      const wrong = miscounted(entries, there)
      for (const { key, digest } of entries.filter(({ key }) => there(key) === 1)) {
        const answer = await fetch(`${run.base()}/files/${key}/@@download/file`, { headers: run.headers })
        if (digestOf(Buffer.from(await answer.arrayBuffer())) !== digest) wrong.push(`The bytes of ${key} are others.`)
      }
      return wrong
    },
  }
}

function votes() {
  return {
    name: 'votes',
    async begin(run) {
      const options = [{ description: 'One' }, { description: 'Two' }, { description: 'Three' }]
      await make(run, '', {
        '@type': 'collective.polls.poll',
        id: 'poll',
        title: 'A poll',
        allow_anonymous: true,
        options,
      })
      await make(run, '/poll/@workflow/open', {})
    },
    async write({ client, base, number }) {
      const vote = { option_id: number % 3 }
      const { outcome } = await client.write(base(), 'POST', '/poll/@vote', vote, { isVisitor: true })
      return { key: `Vote ${number}`, outcome }
    },
    async check({ client, base }, entries) {
      const { body } = await client.read(base(), '/poll/@poll')
      const done = entries.filter(({ outcome }) => outcome === 'done').length
      const unknown = entries.filter(({ outcome }) => outcome === 'unknown').length
      const { total_votes: total } = body
      if (total >= done && total <= done + unknown) return []
      return [`${total} votes are there; ${done} were acknowledged, and of ${unknown} it is not known.`]
    },
  }
}

function people() {
  return {
    name: 'people',
    begin: async () => {},
    async write({ client, base, number }) {
      const key = `person-${number}`
      const person = { username: key, email: `${key}@example.org`, password: 'Secret-password-1' }
      await delay(100)
      return { key, outcome: (await client.write(base(), 'POST', '/@users', person)).outcome }
    },
    async check({ client, base }, entries) {
      const wrong = []
      for (const { key, outcome } of entries) {
        const { status } = await client.read(base(), `/@users/${key}`)
        if (outcome === 'done' && status !== 200) wrong.push(`${key} was acknowledged, and is not there.`)
        if (outcome === 'refused' && status === 200) wrong.push(`${key} was refused, and is there.`)
      }
      return wrong
    },
  }
}

function readings() {
  const addresses = ['/', '/@search?portal_type=Document&sort_on=modified', '/@schedule']
  return {
    name: 'readings',
    begin: async () => {},
    async write({ client, base, number }) {
      const address = addresses[number % addresses.length]
      const { outcome } = await client.write(base(), 'GET', address)
      await delay(20)
      return { key: `${address}, reading ${number},`, outcome }
    },
    check: async () => [],
  }
}

/**
 * The time within which visitors must see an acknowledged change, in milliseconds. It equals the maximum replica lag.
 */
const visitorsWait = 1000

/**
 * Reads a page that changes constantly. Visitors must never see a state that is more than one second older than the
 * request.
 */
function visitors() {
  let changes = []
  let observations = []
  const numberIn = title => Number(title.split(' ').at(-1))
  return {
    name: 'visitors',
    async begin(run) {
      changes = []
      observations = []
      await make(run, '', { '@type': 'Document', id: 'seen', title: 'Change -1' })
      await make(run, '/seen/@workflow/publish', {})
    },
    async write({ client, base, number }) {
      const key = `Change ${number}`
      const { outcome } = await client.write(base(), 'PATCH', '/seen', { title: key })
      if (outcome === 'done') changes.push({ number, at: performance.now() })
      const requestedAt = performance.now()
      const { body } = await client.write(base(), 'GET', '/seen', undefined, { isVisitor: true })
      if (body) observations.push({ number: numberIn(body.title), requestedAt })
      await delay(20)
      return { key, outcome }
    },
    check: async () =>
      observations.flatMap(({ number, requestedAt }) => {
        const last = changes.findLast(({ at }) => at <= requestedAt - visitorsWait)
        return last && number < last.number
          ? [`A visitor saw change ${number} ${Math.round(requestedAt - last.at)} ms after change ${last.number}.`]
          : []
      }),
  }
}
