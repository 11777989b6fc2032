import type { Alias, AliasQuery, AliasResult } from '../content/store/aliases.js'
import type { Change } from '../content/store/change.js'
import type { Draft, MemoryState, Refusal, StoredAlias } from './memoryState.js'
import { compareText } from './valueOrder.js'

export function removeAliases({ aliases }: Draft, { removeAliases: removed = [] }: Change): null {
  for (const { path, uid } of removed) {
    const alias = aliases.get(path)
    if (alias && (uid === undefined || pointsTo(alias, uid))) aliases.delete(path)
  }
  return null
}

export function addAliases(draft: Draft, { aliases = [] }: Change): Refusal | null {
  for (const { path, target, created, manual = true } of aliases) {
    if (draft.paths.has(path) || draft.aliases.has(path)) return 'taken'
    if ('uid' in target && !draft.objects.has(target.uid)) return 'gone'
    draft.aliases.set(path, { target, created, manual })
  }
  return null
}

export function forgetAliasesOfRemoved({ aliases, objects }: Draft): void {
  for (const [path, { target }] of aliases) if ('uid' in target && !objects.has(target.uid)) aliases.delete(path)
}

const pointsTo = ({ target }: StoredAlias, uid: string): boolean => 'uid' in target && target.uid === uid

export const targetOf = ({ objects }: Pick<MemoryState, 'objects'>, { target }: StoredAlias): string | undefined =>
  'url' in target ? target.url : objects.get(target.uid)?.node.path

export function findAliases(state: MemoryState, query: AliasQuery): AliasResult {
  const matches = [...state.aliases].filter(([path, alias]) => matchesAliasQuery(path, alias, query))
  matches.sort(([a], [b]) => compareText(a, b))
  const { start = 0, size } = query
  const items = matches.slice(start, start + size).map(([path, alias]): Alias => {
    const { created, manual } = alias
    return { path, target: targetOf(state, alias) ?? '', created, manual }
  })
  return { total: matches.length, items }
}

function matchesAliasQuery(
  path: string,
  alias: StoredAlias,
  { uid, paths, begin, manual, from, until }: AliasQuery,
): boolean {
  const { created } = alias
  return (
    (uid === undefined || pointsTo(alias, uid)) &&
    (paths === undefined || paths.includes(path)) &&
    (begin === undefined || path.startsWith(begin)) &&
    (manual === undefined || alias.manual === manual) &&
    (from === undefined || (created !== null && created >= from)) &&
    (until === undefined || (created !== null && created < until))
  )
}
