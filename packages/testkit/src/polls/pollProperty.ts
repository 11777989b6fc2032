import assert from 'node:assert/strict'
import { DomainError, formatInstant, type JsonObject } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import fc from 'fast-check'
import type { OpenStore } from '../freshStores.js'
import { createTestSite, type TestSite, type TestUser } from '../testSite.js'
import { arbitrarySettings, arbitrarySteps, type PollStep } from './arbitraryPollSteps.js'
import {
  edit,
  isMember,
  members,
  move,
  type PollModel,
  type PollUser,
  reads,
  type Settings,
  view,
  visitors,
  vote,
} from './pollModel.js'

const [page, path] = ['/page', '/page/poll']
const start = Date.UTC(2027, 0, 1)

interface Trial {
  readonly site: TestSite
  readonly uid: string
  readonly model: PollModel
  readonly jars: Map<PollUser, string>
  readonly tags: Map<string, string>
}

/**
 * Checks that a poll follows a simple model during random steps: votes of members and visitors, some with forged
 * cookies, and transitions and changes of the poll. After each step, compares the outcome and the payload for every
 * user, and checks that the ETag changes if and only if the poll changes.
 */
export async function pollsFollowTheModel(open: OpenStore, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    arbitrarySettings,
    fc.constantFrom(true, true, true, false),
    arbitrarySteps,
    async (settings, isPagePublic, steps) => {
      const trial = await begin(await createTestSite({ store: open() }), settings, isPagePublic)
      await agree(trial)
      for (const step of steps) {
        const { done, expected } = await take(trial, step)
        assert.equal(done, expected)
        await agree(trial)
      }
      await trial.site.platform.store.close()
    },
  )
  await fc.assert(property, { numRuns })
}

async function begin(site: TestSite, settings: Settings, isPagePublic: boolean): Promise<Trial> {
  await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
  if (isPagePublic) await movePage(site, 'publish')
  const input = { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', ...bodyOf(settings) }
  const { content } = await site.run('addContent', page, { as: 'max', input })
  const model: PollModel = { now: 0, isPagePublic, state: 'private', isGranted: false, settings, votes: [], changes: 0 }
  return { site, uid: String(content.UID), model, jars: new Map(), tags: new Map() }
}

function bodyOf({ options, open_date, close_date, ...others }: Partial<Settings>): JsonObject {
  const dated = (date: number | null) => (date === null ? null : formatInstant(start + date))
  return {
    ...others,
    ...(options ? { options: options.map(option_id => ({ option_id, description: `Option ${option_id}` })) } : {}),
    ...(open_date === undefined ? {} : { open_date: dated(open_date) }),
    ...(close_date === undefined ? {} : { close_date: dated(close_date) }),
  }
}

const movePage = (site: TestSite, transition: string) =>
  site.run('transitionContent', page, { as: 'max', input: { transition, body: {} } })

/** Resolves to the message id of the refusal, or to `otherwise` if the task succeeds. */
function outcomeOf(task: Promise<unknown>, otherwise: string): Promise<string> {
  return task.then(
    () => otherwise,
    (error: unknown) => {
      if (error instanceof DomainError) return error.reason.id
      throw error
    },
  )
}

async function take(trial: Trial, step: PollStep): Promise<{ done: string; expected: string }> {
  const { site, model } = trial
  switch (step.kind) {
    case 'vote':
      return castInBoth(trial, step)
    case 'move': {
      const input = { transition: step.transition, body: {} }
      const done = await outcomeOf(site.run('transitionContent', path, { as: step.user, input }), 'done')
      return { done, expected: move(model, step.transition, step.user) }
    }
    case 'edit': {
      const input = { body: bodyOf(step.sent), representation: false }
      const done = await outcomeOf(site.run('editContent', path, { as: step.user, input }), 'done')
      return { done, expected: edit(model, step.sent, step.user) }
    }
    case 'wait':
      model.now += step.for
      site.clock.now += step.for
      return { done: '', expected: '' }
    case 'page':
      await movePage(site, model.isPagePublic ? 'retract' : 'publish')
      model.isPagePublic = !model.isPagePublic
      return { done: '', expected: '' }
  }
}

async function castInBoth(
  { site, model, jars }: Trial,
  { user, sent, cookie }: Extract<PollStep, { kind: 'vote' }>,
): Promise<{ done: string; expected: string }> {
  const jar = cookie === 'own' ? user : visitors.find(one => one === cookie)
  const token = jar ? (jars.get(jar) ?? null) : cookie
  const input = { body: sent.body, token: () => token, admit: async () => {} }
  const casting = site.run('castVote', path, { ...callerOf(user), input })
  const done = await outcomeOf(casting, 'cast')
  const expected = vote(model, { user, voter: isMember(user) ? user : nameOf(token), picked: sent.picked })
  if (done === 'cast' && expected === 'cast' && sent.picked) {
    const { payload, cookie: keep } = await casting
    assert.equal(keep === null, isMember(user))
    if (keep) jars.set(user, keep.token)
    model.votes.push({ voter: keep ? nameOf(keep.token) : user, picked: sent.picked })
    model.changes += 1
    assert.deepEqual(comparable(payload), { ...view(model, user), has_voted: true })
  }
  return { done, expected }
}

const nameOf = (token: string | null): string => `Anonymous ${token}`

const callerOf = (user: PollUser): { as?: TestUser } => (isMember(user) ? { as: user } : {})

async function agree(trial: Trial): Promise<void> {
  const { site, uid, model } = trial
  for (const user of [...members, visitors[0]]) {
    const reading = site.run('getPoll', path, { ...callerOf(user), input: undefined })
    assert.equal(await outcomeOf(reading, 'shown'), reads(model, user) ? 'shown' : 'access.denied')
    if (!reads(model, user)) continue
    const { payload, sharing } = await reading
    assert.deepEqual(comparable(payload), view(model, user))
    assert.equal(sharing === null, isMember(user))
    if (sharing) agreeOnSharing(trial, sharing)
  }
  const { counts, voters } = await site.platform.store.read(reader => reader.ballots(uid))
  const picked = model.votes.flatMap(one => one.picked)
  assert.deepEqual(
    new Map(counts),
    new Map([...new Set(picked)].map(id => [id, picked.filter(other => other === id).length])),
  )
  const names = voters.map(voter => (voter.kind === 'member' ? voter.id : nameOf(voter.token)))
  assert.deepEqual(new Set(names), new Set(model.votes.map(({ voter }) => voter)))
  assert.equal(names.length, model.votes.length)
}

function agreeOnSharing({ model, tags }: Trial, { etag, changesIn }: { etag: string; changesIn: number | null }): void {
  const { open_date, close_date } = model.settings
  const ahead = [open_date, close_date].filter(date => date !== null).filter(date => date > model.now)
  assert.equal(changesIn, ahead.length === 0 ? null : Math.floor((Math.min(...ahead) - model.now) / 1000))
  const key = JSON.stringify([model.changes, view(model, visitors[0])])
  if (!tags.has(key)) assert.ok(![...tags.values()].includes(etag), 'The tag is that of another answer.')
  else assert.equal(etag, tags.get(key))
  tags.set(key, etag)
}

function comparable({ options, results, open_date, close_date, ...others }: PollPayload) {
  const {
    '@id': _id,
    uid: _uid,
    results_graph: _graph,
    legend: _legend,
    shuffle_options: _shuffled,
    ...compared
  } = others
  return {
    ...compared,
    options: options.map(({ option_id }) => option_id),
    results: results === null ? null : results.map(({ description: _, ...result }) => result),
    ...(open_date === undefined && close_date === undefined
      ? {}
      : { open_date: momentOf(open_date), close_date: momentOf(close_date) }),
  }
}

const momentOf = (value: string | null | undefined) => (typeof value === 'string' ? Date.parse(value) - start : null)
