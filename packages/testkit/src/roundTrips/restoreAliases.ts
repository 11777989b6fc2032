import assert from 'node:assert/strict'
import type { JsonObject } from '@plenum/core'
import type { Send } from './roundTripSite.js'

/** Removes the listed aliases and adds them again. Returns the paths whose lists of aliases differ afterwards. */
export async function restoreAliases(send: Send, paths: readonly string[]): Promise<readonly string[]> {
  for (const path of paths.slice(1)) await send('POST', `${path}/@aliases`, { items: `/old${path}` })
  const changed: string[] = []
  for (const path of paths) {
    const address = `${path === '/' ? '' : path}/@aliases?b_size=1000`
    const { items = [] } = (await send('GET', address)).body
    await send('DELETE', address, { items })
    await send('POST', address, { items })
    const restored = (await send('GET', address)).body.items as readonly JsonObject[]
    if (!isEqual(items as readonly JsonObject[], restored)) changed.push(path)
  }
  return changed
}

/**
 * Whether two lists contain the same aliases. Other properties are ignored, because aliases that were added again are
 * marked as manual.
 */
function isEqual(before: readonly JsonObject[], after: readonly JsonObject[]): boolean {
  const named = (items: readonly JsonObject[]) => items.map(({ path, ...item }) => [path, item['redirect-to']])
  try {
    assert.deepEqual(named(after), named(before))
    return true
  } catch {
    return false
  }
}
