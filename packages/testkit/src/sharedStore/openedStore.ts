import assert from 'node:assert/strict'
import type { Address, SharedStore } from '@plenum/memoize'

/** An empty shared store that two application instances use. */
export interface OpenedSharedStore {
  readonly store: SharedStore
  /** The store of another instance, or the same object if a single process stores the values. */
  readonly other: SharedStore
  /** The size of the largest accepted payload, in bytes. */
  readonly largest: number
  /** Lets time pass, so that values expire. */
  elapse(milliseconds: number): Promise<void>
  close(): Promise<void>
}

export const at = (name: string, digest = 'd1'): Address => ({ name, digest })
export const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)
export const hour = 3_600_000

export async function tokenOf(store: SharedStore, address: Address): Promise<string> {
  const read = await store.get(address)
  assert.ok('token' in read, `no token: ${JSON.stringify(read)}`)
  return read.token
}

export async function put(store: SharedStore, address: Address, payload = bytes(1)): Promise<string> {
  const token = await tokenOf(store, address)
  assert.deepEqual(await store.set(address, { payload, token, lifetime: hour }), { kind: 'stored' })
  return token
}

export async function isHit(store: SharedStore, address: Address): Promise<boolean> {
  return (await store.get(address)).kind === 'hit'
}
