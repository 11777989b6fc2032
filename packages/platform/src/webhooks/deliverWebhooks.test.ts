import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asOwner, createSite, memoryStore, type Site, translateEnglish } from '@plenum/core'
import { eventually } from '@plenum/testkit'
import { Webhook } from 'standardwebhooks'
import { createNodePlatform } from '../createNodePlatform.js'
import { type OutboundOptions, openOutbound } from '../outbound/openOutbound.js'
import { deliverWebhooks } from './deliverWebhooks.js'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Receiver {
  readonly url: string
  readonly received: Received[]
}

const endings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function receiver(answer: (res: ServerResponse, index: number) => void = accept): Promise<Receiver> {
  const received: Received[] = []
  const server: Server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString()
    answer(res, received.push({ headers: req.headers, body }) - 1)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endings.push(async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

const accept = (res: ServerResponse): void => void res.writeHead(204).end()
const status = (code: number) => (res: ServerResponse) => void res.writeHead(code).end()

async function newSite() {
  const clock = { ahead: 0 }
  const store = memoryStore()
  const platform = createNodePlatform(store)
  const site = createSite({ ...platform, now: () => Date.now() + clock.ahead })
  await site.initialize({ title: 'Site', creator: 'admin' })
  return { site, clock, store }
}

function deliver(site: Site, options: OutboundOptions = {}): () => Promise<void> {
  const stopping = new AbortController()
  // Only a receiver that hangs exceeds this limit, even on a busy machine.
  const outbound = openOutbound({ allowed: ['127.0.0.1'], timeout: 60_000, ...options })
  const delivering = deliverWebhooks(site, { outbound, signal: stopping.signal, pause: 10 })
  const stop = async () => {
    stopping.abort()
    await delivering
  }
  endings.push(stop)
  return stop
}

const add = (site: Site, body: Parameters<typeof asOwner<'addWebhook'>>[2]) => asOwner(site, 'addWebhook', body)
const addPage = (site: Site, title: string) => asOwner(site, 'addContent', { '@type': 'Document', title })
const publish = (site: Site, path: string) =>
  site.run('transitionContent', {
    path,
    caller: { kind: 'member', id: 'owner', fullname: '', roles: ['Manager'], groups: [] },
    base: '',
    translate: translateEnglish,
    input: () => ({ transition: 'publish', body: {} }),
  })
const deliveriesOf = async (site: Site, id: string) =>
  (await asOwner(site, 'listDeliveries', { id, state: undefined, batch: { start: 0, size: 100 } })).items

/** Verifies a message with the official library of Standard Webhooks. Throws an Error if the signature is wrong. */
const verify = (secret: string | null, { headers, body }: Received) =>
  new Webhook(secret ?? '').verify(body, headers as Record<string, string>)

describe('webhooks', () => {
  it('post each event once, signed so that the official library verifies it', async () => {
    const { site } = await newSite()
    const { url, received } = await receiver()
    const { id, secret } = await add(site, { address: url })
    deliver(site)
    await addPage(site, 'One')
    await addPage(site, 'Zwei – „quoted“')
    await eventually('both messages', async () => received.length >= 2)
    const messages = received.map(one => verify(secret, one))
    expect(messages).toMatchObject([
      { type: 'added', data: { kind: 'added', path: '/one', type: 'Document' } },
      { type: 'added', data: { kind: 'added', path: '/zwei-quoted', type: 'Document' } },
    ])
    expect(received.map(({ body }) => body).join()).not.toContain('quoted“')
    await eventually('both are recorded', async () =>
      (await deliveriesOf(site, id)).every(one => one.state === 'delivered'),
    )
    const deliveries = await deliveriesOf(site, id)
    expect(deliveries.map(one => one.id)).toEqual(received.map(({ headers }) => headers['webhook-id']).reverse())
    expect(deliveries[0]).toMatchObject({ attempts: 1, last_attempt: { status: 204, error: null, message: null } })
    expect(received).toHaveLength(2)
  })

  it('receive only the events of their filter', async () => {
    const { site } = await newSite()
    const { url, received } = await receiver()
    await add(site, { address: url, kinds: ['transition'], workflows: ['simple_publication_workflow'], path: '/b' })
    deliver(site)
    for (const title of ['a', 'b']) {
      await addPage(site, title)
      await publish(site, `/${title}`)
    }
    await eventually('the transition', async () => received.length > 0)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'transition',
      data: {
        path: '/b',
        workflow: 'simple_publication_workflow',
        transition: 'publish',
        from: 'private',
        to: 'published',
      },
    })
    expect(received).toHaveLength(1)
  })

  it('sign with the old and the new secret for a day after the secret was replaced', async () => {
    const { site, clock } = await newSite()
    const { url, received } = await receiver()
    const { id, secret } = await add(site, { address: url })
    const next = await asOwner(site, 'rotateWebhook', { id })
    deliver(site)
    await asOwner(site, 'pingWebhook', { id })
    await eventually('a message', async () => received.length === 1)
    for (const one of [secret, next.secret])
      expect(verify(one, received[0] as Received)).toMatchObject({ type: 'ping' })
    clock.ahead = 25 * 3_600_000
    await asOwner(site, 'pingWebhook', { id })
    await eventually('another message', async () => received.length === 2)
    const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(signatures).toEqual([2, 1])
    expect((await asOwner(site, 'getWebhook', { id })).secret).toBe('whsec_********')
  })

  it('repeat failed messages with the same id and body, later and later', async () => {
    const { site, clock } = await newSite()
    const { url, received } = await receiver((res, i) => (i < 2 ? status(500)(res) : accept(res)))
    const { id } = await add(site, { address: url })
    deliver(site)
    await addPage(site, 'One')
    const attempts = async () => (await deliveriesOf(site, id))[0]?.attempts ?? 0
    await eventually('the first attempt', async () => (await attempts()) === 1)
    expect((await deliveriesOf(site, id))[0]).toMatchObject({
      state: 'waiting',
      last_attempt: {
        status: 500,
        error: 'status',
        message: 'The receiver answered with the status 500 instead of 2xx.',
      },
    })
    clock.ahead += 3_000
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await attempts()).toBe(1)
    clock.ahead += 4_000
    await eventually('the second attempt', async () => (await attempts()) === 2)
    clock.ahead += 30_000
    await eventually('success', async () => (await deliveriesOf(site, id))[0]?.state === 'delivered')
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it('park a message after 24 hours, and deliver it when it is repeated', async () => {
    const { site, clock } = await newSite()
    let isBroken = true
    const { url, received } = await receiver(res => (isBroken ? status(503)(res) : accept(res)))
    const { id } = await add(site, { address: url })
    deliver(site)
    await addPage(site, 'One')
    const state = async () => (await deliveriesOf(site, id))[0]?.state
    await eventually('it is parked', async () => {
      clock.ahead += 600_000
      return (await state()) === 'parked'
    })
    expect(clock.ahead).toBeGreaterThan(21 * 3_600_000)
    expect(clock.ahead).toBeLessThan(30 * 3_600_000)
    expect(received.length).toBeGreaterThan(8)
    expect(received.length).toBeLessThan(40)
    isBroken = false
    const { id: delivery } = (await deliveriesOf(site, id))[0] ?? { id: '' }
    await asOwner(site, 'repeatDelivery', { id, delivery })
    clock.ahead += 3 * 3_600_000
    await eventually('it is delivered', async () => (await state()) === 'delivered')
    expect(received.at(-1)?.headers['webhook-id']).toBe(delivery)
  })

  it('that hang are bounded and listed, and others are delivered', async () => {
    const { site } = await newSite()
    const hanging = await receiver(() => {})
    const healthy = await receiver()
    const { id } = await add(site, { address: hanging.url })
    await add(site, { address: healthy.url })
    deliver(site, { timeout: 2_000 })
    for (let i = 0; i < 5; i++) await addPage(site, `Page ${i}`)
    await eventually('the healthy receiver has all', async () => healthy.received.length === 5)
    const attempted = async () => (await deliveriesOf(site, id)).find(({ attempts }) => attempts > 0)
    await eventually('the hanging one was attempted', async () => (await attempted()) !== undefined)
    expect((await attempted())?.last_attempt).toMatchObject({ error: 'time', status: null })
  })

  it('that fail, redirect, stream endlessly or are private are bounded and listed, and others are delivered', async () => {
    const { site } = await newSite()
    const endless = (res: ServerResponse): void => {
      const write = (): void => {
        while (!res.destroyed && res.write('x'.repeat(50_000)));
      }
      res.on('drain', write)
      write()
    }
    const target = await receiver()
    const healthy = await receiver()
    const redirect = (res: ServerResponse) => void res.writeHead(302, { Location: target.url }).end()
    const bad = {
      failing: (await receiver(status(500))).url,
      redirecting: (await receiver(redirect)).url,
      endless: (await receiver(endless)).url,
      private: 'http://127.0.0.2:1/',
      metadata: 'http://169.254.169.254/latest/meta-data/',
      rebound: target.url.replace('127.0.0.1', 'rebound.example'),
    }
    let looks = 0
    const resolve = async (host: string) => {
      if (host !== 'rebound.example') return []
      looks += 1
      return [{ address: looks % 2 === 1 ? '203.0.113.7' : '10.0.0.1', family: 4 }]
    }
    const ids = new Map<string, string>()
    for (const [name, address] of Object.entries(bad)) ids.set(name, (await add(site, { address })).id)
    const { id } = await add(site, { address: healthy.url })
    deliver(site, { resolve })
    for (let i = 0; i < 5; i++) await addPage(site, `Page ${i}`)
    await eventually('the healthy receiver has all', async () => healthy.received.length === 5)
    await eventually('each other one was attempted', async () => {
      const all = await Promise.all([...ids.values()].map(one => deliveriesOf(site, one)))
      return all.every(deliveries => deliveries.some(({ attempts }) => attempts > 0))
    })
    const errors = await Promise.all(
      [...ids].map(async ([name, one]) => {
        const attempted = (await deliveriesOf(site, one)).find(({ attempts }) => attempts > 0)
        return [name, attempted?.last_attempt?.error, attempted?.last_attempt?.status]
      }),
    )
    expect(errors).toEqual([
      ['failing', 'status', 500],
      ['redirecting', 'status', 302],
      // The service reads at most 64 KiB of the body and then reports the status.
      ['endless', null, 200],
      ['private', 'private', null],
      ['metadata', 'private', null],
      ['rebound', 'private', null],
    ])
    expect(target.received).toEqual([])
    expect((await deliveriesOf(site, id)).length).toBe(5)
  })

  it('that fail three times receive nothing until a pause is over', async () => {
    const { site, clock } = await newSite()
    const { url, received } = await receiver(status(500))
    const { id } = await add(site, { address: url })
    deliver(site)
    for (let i = 0; i < 8; i++) await addPage(site, `Page ${i}`)
    await eventually('three attempts', async () => (await asOwner(site, 'getWebhook', { id })).failures === 3)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(received).toHaveLength(3)
    expect((await asOwner(site, 'getWebhook', { id })).next_attempt).not.toBeNull()
    clock.ahead += 10_000
    await eventually('a fourth attempt', async () => received.length === 4)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(received).toHaveLength(4)
  })

  it('receive at most one message at a time', async () => {
    const { site } = await newSite()
    let open = 0
    let most = 0
    const { url, received } = await receiver(res => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        accept(res)
      }, 20)
    })
    await add(site, { address: url })
    deliver(site)
    for (let i = 0; i < 6; i++) await addPage(site, `Page ${i}`)
    await eventually('all messages', async () => received.length === 6)
    expect(most).toBe(1)
  })

  it('are served by one of several processes, and by another one after it has stopped', async () => {
    const { site } = await newSite()
    const { url, received } = await receiver()
    const { id } = await add(site, { address: url })
    const stops = [deliver(site), deliver(site)]
    for (let i = 0; i < 10; i++) await addPage(site, `Page ${i}`)
    await eventually('all messages', async () => received.length === 10)
    // If a process stops before it has recorded an attempt, the next process sends the message again.
    await eventually('all are recorded', async () =>
      (await deliveriesOf(site, id)).every(one => one.state === 'delivered'),
    )
    await stops[0]?.()
    await addPage(site, 'Last')
    await eventually('the last message', async () => received.length === 11)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(11)
  })

  it('receive nothing while they are paused, and everything after they are resumed', async () => {
    const { site } = await newSite()
    const { url, received } = await receiver()
    const { id } = await add(site, { address: url, paused: true })
    deliver(site)
    await addPage(site, 'One')
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(received).toHaveLength(0)
    await asOwner(site, 'editWebhook', { id, body: { paused: false } })
    await eventually('the message', async () => received.length === 1)
  })

  it('stop without waiting for a timer, because a process that only waits for unreferenced timers exits', async () => {
    const stopping = new AbortController()
    const webhooks = { prepare: async () => ({ messages: [], more: false }), release: async () => {} }
    const site = { webhooks, now: Date.now } as unknown as Site
    let isStopped = false
    const delivering = deliverWebhooks(site, { outbound: openOutbound(), signal: stopping.signal })
    void delivering.then(() => {
      isStopped = true
    })
    await nextTurn()
    stopping.abort()
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect(isStopped).toBe(true)
  })
})
