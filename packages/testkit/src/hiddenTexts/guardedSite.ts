import { DomainError, type JsonObject } from '@plenum/core'
import { idOfPath, parentPath } from '@plenum/core/ports'
import { createTestSite, type TestSite, type TestUser } from '../testSite.js'
import { type ObjectPlan, type TreePlan, typesIn } from './arbitraryTree.js'
import { guardedWorkflows } from './guardedWorkflows.js'

/** An object, and the words that occur only in this object or its old versions. */
export interface GuardedObject {
  readonly path: string
  readonly uid: string
  readonly type: string
  readonly words: readonly string[]
}

export interface GuardedSite {
  readonly test: TestSite
  readonly objects: readonly GuardedObject[]
}

/** Creates a site according to a plan. Each object has words that occur in no other object. */
export async function guardedSite({ workflows, objects: plans }: TreePlan): Promise<GuardedSite> {
  const test = await createTestSite({ extensions: { workflows: guardedWorkflows } })
  for (const [type, workflow] of Object.entries(workflows))
    await test.run('setTypeWorkflows', '/', { as: 'max', input: { type, workflows: [workflow] } })
  const objects: GuardedObject[] = []
  for (const [i, plan] of plans.entries()) {
    test.clock.now += 1000
    const added = await addGuarded(test, { plan, id: `o${i}`, objects })
    if (added) objects.push(added)
  }
  return { test, objects }
}

interface Adding {
  readonly plan: ObjectPlan
  readonly id: string
  readonly objects: readonly GuardedObject[]
}

async function addGuarded(test: TestSite, { plan, id, objects }: Adding): Promise<GuardedObject | undefined> {
  const containers = [{ path: '/', type: 'Plone Site' }, ...objects].filter(object => typesIn(object.type).length > 0)
  const container = chosen(containers, plan.container) ?? { path: '/', type: 'Plone Site' }
  const type = chosen(typesIn(container.type), plan.type) ?? 'Document'
  const words: string[] = []
  const word = (): string => {
    words.push(`zq${id}x${words.length}k`)
    return words.at(-1) ?? ''
  }
  const input = bodyOf({ type, id, word, choose: chooser(objects, plan.references) })
  const add = (as: TestUser) => attempt(() => test.run('addContent', container.path, { as, input }))
  const added = (await add(plan.author)) ?? (await add('max'))
  if (!added) return undefined
  const path = await live(test, { path: added.path, plan, word })
  return { path, uid: String(added.content.UID), type, words }
}

const chosen = <T>(list: readonly T[], number: number): T | undefined => list[number % (list.length || 1)]

function chooser(objects: readonly GuardedObject[], numbers: readonly number[]): Texts['choose'] {
  return type => {
    const fitting = objects.filter(object => type === undefined || object.type === type)
    return [...new Set(numbers.flatMap(number => chosen(fitting, number)?.uid ?? []))]
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Texts {
  readonly type: string
  readonly id: string
  word(): string
  choose(type?: string): readonly string[]
}

/** Returns the body of a request that adds an object of the given type. */
function bodyOf({ type, id, word, choose }: Texts): JsonObject {
  const uids = choose()
  const links = uids.map(uid => `<a href="resolveuid/${uid}">there</a>`).join(' ')
  const [image] = choose('Image')
  const file = { data: png, encoding: 'base64', filename: `${word()}.png`, 'content-type': 'image/png' }
  const paragraph = (text: string) => ({ type: 'p', children: [{ text }] })
  const text = word()
  const query = [{ i: 'path', o: 'plone.app.querystring.operation.string.absolutePath', v: '/' }]
  return {
    ...{ '@type': type, id, title: word(), description: word() },
    ...(type === 'Image' ? { image: file } : {}),
    ...(type === 'File' ? { file } : {}),
    ...(type === 'Link' ? { remoteUrl: `resolveuid/${uids[0] ?? ''}` } : {}),
    ...(type === 'News Item' ? { image: file, image_caption: word() } : {}),
    ...(type === 'collective.polls.poll' ? { options: [{ description: word() }, { description: word() }] } : {}),
    text: { data: `<p>${word()} ${links}</p>`, 'content-type': 'text/html' },
    blocks: {
      a: { '@type': 'slate', plaintext: text, value: [paragraph(text)] },
      b: { '@type': 'listing', querystring: { query } },
      c: { '@type': 'scheduleBlock' },
      d: { '@type': 'sponsorsShowcaseBlock' },
    },
    blocks_layout: { items: ['a', 'b', 'c', 'd'] },
    start: '2027-03-01T10:00:00Z',
    end: '2027-03-01T11:00:00Z',
    relatedItems: uids,
    ...(image === undefined ? {} : { preview_image_link: image }),
    presenters: choose('Presenter'),
    room: choose('Room'),
    email: `${word()}@example.org`,
  }
}

interface Living {
  readonly path: string
  readonly plan: ObjectPlan
  word(): string
}

async function live(test: TestSite, { path, plan, word }: Living): Promise<string> {
  const { moves, sharing, isEdited, isRenamed, isDefaultPage } = plan
  const edit = (body: JsonObject) =>
    attempt(() => test.run('editContent', path, { as: 'max', input: { body, representation: false } }))
  if (isEdited) await edit({ title: word() })
  for (const transition of moves)
    await attempt(() => test.run('transitionContent', path, { as: 'max', input: { transition, body: {} } }))
  if (sharing) {
    const { user, role, inherit } = sharing
    const type = user === 'AuthenticatedUsers' ? 'group' : 'user'
    const input = { entries: [{ id: user, type, roles: { [role]: true } }], inherit }
    await attempt(() => test.run('editSharing', path, { as: 'max', input }))
  }
  if (isDefaultPage) {
    const input = { body: { default_page: idOfPath(path) }, representation: false }
    await attempt(() => test.run('editContent', parentPath(path), { as: 'max', input }))
  }
  if (!isRenamed) return path
  const renamed = `${path}r`
  const done = await edit({ id: renamed.slice(renamed.lastIndexOf('/') + 1) })
  return done === undefined ? path : renamed
}
