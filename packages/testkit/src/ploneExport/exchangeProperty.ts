import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type JsonValue, type Site } from '@plenum/core'
import type { ContentNode, Part, StoredObject } from '@plenum/core/ports'
import fc from 'fast-check'
import { arbitrarySteps, live } from '../siteCopies/randomSite.js'
import { createTestSite } from '../testSite.js'
import type { Stores } from '../wholeStore/testedStores.js'
import { textOfPart } from '../wholeStore/textOfPart.js'
import { answersOf, type ComparedAnswers } from './answersOf.js'
import { populateForExchange } from './populateForExchange.js'

/** Functions that export and import a site through a folder, which does not exist yet. */
export interface Exchange {
  readonly exportTo: (folder: string, site: Site) => Promise<unknown>
  /** Imports a site. If the import fails, `say` is called with the reason. */
  readonly importFrom: (folder: string, site: Site, say: (line: string) => void) => Promise<boolean>
}

async function bring({ exportTo, importFrom }: Exchange, from: Site, to: Site): Promise<void> {
  const parent = mkdtempSync(path.join(tmpdir(), 'exchange-'))
  try {
    const folder = path.join(parent, 'export')
    await exportTo(folder, from)
    const lines: string[] = []
    assert.ok(await importFrom(folder, to, line => void lines.push(line)), lines.join('\n'))
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/**
 * Checks that an export and an import of random sites preserve content, histories, versions, votes of closed polls,
 * users except their passwords, groups, and redirects. Both sites must send the same responses to several callers.
 */
export async function exchangePreservesTheSite(
  open: () => Promise<Stores>,
  exchange: Exchange,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(arbitrarySteps, async steps => {
    const [source, target] = [await open(), await open()]
    try {
      const test = await createTestSite({ store: source.content, ...source })
      await populateForExchange(test)
      await live(test, steps)
      const copy = createSite({ ...test.platform, store: target.content, users: target.users, whole: target.whole })
      await copy.initialize({ title: 'Another', creator: 'max' })
      await bring(exchange, test.site, copy)
      const [parts, partsThere] = [await partsOf(test.site), await partsOf(copy)]
      assert.deepEqual(exportedTexts(partsThere), exportedTexts(parts))
      const places = placesIn(parts)
      assert.deepEqual(await answersOf(copy, places), await answersOf(test.site, places))
    } finally {
      await source.close()
      await target.close()
    }
  })
  await fc.assert(property, { numRuns })
}

const partsOf = (site: Site): Promise<readonly Part[]> =>
  site.backup(async copy => {
    const all: Part[] = []
    for await (const part of copy.parts) all.push(part)
    return all
  })

function placesIn(parts: readonly Part[]): ComparedAnswers {
  const { unclosed, principals } = factsOf(parts)
  const nodes = parts.flatMap(part => (part.kind === 'object' ? [part.part.node] : []))
  const open = nodes.filter(({ uid }) => unclosed.has(uid))
  return {
    paths: nodes.map(({ path: at }) => at).sort(),
    unclosed: new Set(open.map(({ path: at }) => at)),
    principals,
  }
}

function exportedTexts(parts: readonly Part[]): readonly string[] {
  const facts = factsOf(parts)
  return parts.flatMap(part => withoutLosses(part, facts).map(textOfPart)).sort()
}

interface Facts {
  readonly root: string
  /** The ids of users and groups that can have local roles. Exports contain no other local roles. */
  readonly principals: ReadonlySet<string>
  /** The UIDs of polls whose votes are not exported. */
  readonly unclosed: ReadonlySet<string>
  /** The ranks of objects among their siblings. Positions are not compared, because removed objects leave gaps. */
  readonly places: ReadonlyMap<string, number>
}

function factsOf(parts: readonly Part[]): Facts {
  const nodes = parts.flatMap(part => (part.kind === 'object' ? [part.part.node] : []))
  const isClosed = (states: Readonly<Record<string, string>>): boolean => states.poll_workflow === 'closed'
  return {
    places: placesAmongSiblings(parts),
    principals: new Set(parts.flatMap(principalIn)),
    root: nodes.find(({ path }) => path === '/')?.uid ?? '',
    unclosed: new Set(nodes.filter(({ states }) => !isClosed(states)).map(({ uid }) => uid)),
  }
}

function placesAmongSiblings(parts: readonly Part[]): ReadonlyMap<string, number> {
  const objects = parts.flatMap(part => (part.kind === 'object' ? [part.part] : []))
  const containerOf = ({ node }: StoredObject): string => path.posix.dirname(node.path)
  const before = (one: StoredObject): readonly StoredObject[] =>
    objects.filter(other => containerOf(other) === containerOf(one) && other.position < one.position)
  return new Map(objects.map(one => [one.node.uid, before(one).length]))
}

function principalIn(part: Part): readonly string[] {
  if (part.kind === 'user') return [`user:${part.part.user.id}`]
  return part.kind === 'group' ? [`group:${part.part.id}`] : []
}

function withoutLosses(part: Part, { root, unclosed, principals, places }: Facts): readonly Part[] {
  switch (part.kind) {
    case 'file':
    case 'formerUser':
    case 'portrait':
      return []
    case 'votes':
    case 'voter':
      return unclosed.has(part.part.poll) ? [] : [withoutDates(part)]
    case 'user': {
      const user = { ...part.part.user, passwordHash: '', created: 0 }
      return [{ ...part, part: { user, endedLogins: { before: 0, until: {} } } } as Part]
    }
    case 'object': {
      const { node } = part.part
      const rolesOf = ({ uid, localRoles }: ContentNode) =>
        Object.fromEntries(Object.entries(localRoles).filter(([name]) => uid !== root && principals.has(name)))
      const own = node.path === '/' ? { uid: '', created: 0, modified: 0, creator: '' } : {}
      const plain = { ...withoutEmpty(node), ...own, revision: 0, localRoles: rolesOf(node) }
      const position = places.get(node.uid) ?? 0
      return [{ ...part, part: { order: 0, position, lock: null, node: plain } }]
    }
    case 'version': {
      const { uid, version } = part.part
      // These values of versions are not compared, because responses omit them.
      const none = { revision: 0, permissions: {}, localRoles: {}, blockLocalRoles: false, creator: '' }
      return [
        { ...part, part: { uid, version: { ...version, node: { ...withoutEmpty(version.node), ...none } } } } as Part,
      ]
    }
    case 'alias': {
      const { target } = part.part
      const isRoot = 'uid' in target && target.uid === root
      return [{ ...part, part: { ...part.part, target: isRoot ? { uid: 'root' } : target } } as Part]
    }
    default:
      return [part]
  }
}

/**
 * Removes empty values, because the import stores the empty values that responses contain for fields that have never
 * been set.
 */
function withoutEmpty(node: ContentNode): ContentNode {
  const isEmpty = (value: JsonValue): boolean =>
    ['[]', '{}', '""', 'false', 'null', '{"items":[]}', '"en"'].includes(JSON.stringify(value))
  return {
    ...node,
    fields: Object.fromEntries(
      Object.entries(node.fields).filter(([name, value]) => name !== 'versioning_enabled' && !isEmpty(value)),
    ),
  }
}

/** Removes the time of the last vote and the counter `casts`, which are not exported. */
function withoutDates(part: Part): Part {
  if (part.kind !== 'votes') return part
  const { poll, tally } = part.part
  return { ...part, part: { poll, tally: { ...tally, casts: 0, lastVote: null } } }
}
