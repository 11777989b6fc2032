import type { Platform } from '@plenum/core'
import type { Ballot, Ballots, Tally, Voter } from '@plenum/core/ports'
import { buildCreations, buildEntry, uidFor } from '../builders.js'
import { commit, nodeAt } from '../contentStore/storeQueries.js'

export type Store = Platform['store']

export const member = (id: string): Voter => ({ kind: 'member', id })
export const visitor = (token: string): Voter => ({ kind: 'visitor', token })

export async function makePolls(store: Store, ...paths: readonly string[]): Promise<void> {
  await commit(store, { creates: buildCreations('/', ...paths) })
}

/** Casts a vote, by default by a member for option 0. Returns the new tally, or the reason why the vote was refused. */
export async function castFor(store: Store, path: string, options: Partial<Ballot> = {}): Promise<PlainTally | string> {
  const ballot = { poll: uidFor(path), revision: 0, voter: member('ana'), options: [0], time: 5000, ...options }
  const outcome = await store.cast(ballot)
  return typeof outcome === 'string' ? outcome : plainTally(outcome)
}

/** Casts a vote like `castFor`, but returns `cast` if the vote was accepted. */
export async function cast(store: Store, path: string, options: Partial<Ballot> = {}): Promise<string> {
  const outcome = await castFor(store, path, options)
  return typeof outcome === 'string' ? outcome : 'cast'
}

export async function castAll(store: Store, path: string, names: readonly string[], option = 0): Promise<void> {
  for (const name of names) await cast(store, path, { voter: member(name), options: [option] })
}

export type PlainTally = Omit<Tally, 'counts'> & { readonly counts: readonly [option: number, votes: number][] }

export const noTally: PlainTally = { counts: [], voters: 0, casts: 0, lastVote: null }

export async function tallyOf(store: Store, path: string): Promise<PlainTally> {
  return plainTally(await store.read(reader => reader.tally(uidFor(path))))
}

export function plainTally(tally: Tally): PlainTally {
  return { ...tally, counts: plainCounts(tally.counts) }
}

export function plainCounts(counts: Tally['counts']): [option: number, votes: number][] {
  return [...counts].sort(([a], [b]) => a - b)
}

export function hasVoted(store: Store, path: string, voter: Voter): Promise<boolean> {
  return store.read(reader => reader.hasVoted(uidFor(path), voter))
}

export function ballotsOf(store: Store, path: string): Promise<Ballots> {
  return store.read(reader => reader.ballots(uidFor(path)))
}

export async function revise(store: Store, path: string): Promise<void> {
  await commit(store, { updates: [{ node: await nodeAt(store, path), entry: buildEntry() }] })
}
