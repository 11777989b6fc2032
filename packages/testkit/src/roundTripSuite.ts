import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ContentStore } from '@plenum/core/ports'
import { basicAuthorization } from './programs.js'
import { listenOn } from './rawHttp.js'
import { contentAt, everyUser, otherForms, resourcesOf } from './roundTrips/resources.js'
import { restoreAliases } from './roundTrips/restoreAliases.js'
import {
  type Answer,
  addRoundTripContent,
  type FilledType,
  type RoundTripContent,
  type Send,
} from './roundTrips/roundTripSite.js'
import { isRefusal, permitted, sendAllBack } from './roundTrips/sendBack.js'
import { targetChanges } from './roundTrips/targetChanges.js'
import { withoutValues } from './roundTrips/withoutValues.js'
import type { Runner } from './runner.js'
import { password } from './testSite.js'

export interface RoundTripService {
  readonly app: RequestListener
  readonly store: ContentStore
  readonly types: readonly FilledType[]
}

interface Subject extends RoundTripContent {
  readonly send: Send
  readonly store: ContentStore
}

/** The time limit of a test in milliseconds, which is sufficient for PostgreSQL on a busy machine. */
const timeout = 300_000

/**
 * Checks that each resource accepts the body of its GET response, and that sending it back changes nothing
 * (docs/http.md, Sending back).
 */
export function roundTripSuite({ it }: Runner, open: () => Promise<RoundTripService>): void {
  const test = (title: string, check: (subject: Subject) => Promise<readonly string[]>) =>
    it(title, async () => assert.deepEqual(await withContent(await open(), check), []), timeout)

  test('are accepted from all callers who may write them', async ({ send, store, full, sparse }) => {
    const trips = await permitted(send, await resourcesOf(send, full), everyUser)
    const others = await permitted(send, [...contentAt(sparse), ...otherForms(full)], ['max'])
    return await sendAllBack(send, store, [...trips, ...others])
  })

  test('are accepted if they have no value', async ({ send, store, sparse }) => {
    for (const path of sparse) await withoutValues(store, path)
    return await sendAllBack(send, store, await permitted(send, contentAt(sparse), ['max', 'edi']))
  })

  test('are accepted from the root of a site that is an event', async ({ send, store }) => {
    await accepted(send)('PATCH', '/@controlpanels/tech-event-settings', { support_multiple_events: false })
    return await sendAllBack(send, store, await permitted(send, contentAt(['/']), everyUser))
  })

  test('are accepted for removed aliases', ({ send, full }) =>
    restoreAliases(accepted(send), ['/', ...full.slice(0, 5)]))

  for (const [what, change] of Object.entries(targetChanges))
    test(`are accepted if their targets ${what}, and also as they were read before`, async ({ send, store, full }) => {
      const trips = await permitted(send, contentAt(full), ['max', 'mia'])
      const earlier: Answer[] = []
      for (const { resource, as } of trips) earlier.push(await send('GET', resource.read, null, as))
      await change(accepted(send))
      const problems = await sendAllBack(send, store, trips)
      // After a deletion, sending back an earlier response may cause changes but no refusal, because the URL of the
      // deleted object is still valid, although it no longer leads to an object.
      const earlierProblems = await sendAllBack(send, store, trips, earlier)
      return [...problems, ...earlierProblems.filter(problem => what !== 'were deleted' || isRefusal(problem))]
    })
}

async function withContent<T>(
  { app, store, types }: RoundTripService,
  check: (subject: Subject) => Promise<T>,
): Promise<T> {
  await using server = await listenOn(app)
  const send = sender((server.address() as AddressInfo).port)
  return await check({ send, store, ...(await addRoundTripContent(accepted(send), types)) })
}

function sender(port: number): Send {
  return async (method, path, body = null, as = 'max') => {
    const headers = {
      ...basicAuthorization(as, password),
      'Content-Type': 'application/json',
      Accept: 'application/json',
    }
    const sent = body === null ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent })
    const text = await response.text()
    return { status: response.status, etag: response.headers.get('etag'), body: text === '' ? {} : JSON.parse(text) }
  }
}

/** Returns a function that sends a request and throws if the request is refused. */
const accepted =
  (send: Send): Send =>
  async (method, path, body, as) => {
    const answer = await send(method, path, body, as)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
