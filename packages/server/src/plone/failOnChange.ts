import type { IncomingSite } from '@plenum/core'
import { StartError } from '../startError.js'

/**
 * Detects changes to an export during its import: throws a StartError for an object that was readable earlier and no
 * longer is.
 */
export function failOnChange(source: IncomingSite, folder: string): IncomingSite {
  const readable = new Set<string>()
  return {
    ...source,
    object: async uid => {
      const reading = await source.object(uid)
      if (reading.object) readable.add(uid)
      else if (readable.has(uid)) throw new StartError(`${folder}/content/${uid}/data.json changed during the import.`)
      return reading
    },
  }
}
