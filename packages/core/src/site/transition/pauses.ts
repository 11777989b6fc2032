import type { ContentNode } from '../../content/node/node.js'
import { dueIndex } from '../../workflow/timers.js'
import type { Environment } from '../run/environment.js'

/** The internal field of the site root that pauses all planned and timed transitions while it is true. */
const pausedField = 'transitions_paused'

/** Whether planned and timed transitions are paused, for example after a restore. */
export const isPaused = (root: Pick<ContentNode, 'fields'> | undefined): boolean => root?.fields[pausedField] === true

export const pausedRoot = (root: ContentNode): ContentNode => ({
  ...root,
  fields: { ...root.fields, [pausedField]: true },
})

export function resumedRoot(root: ContentNode): ContentNode {
  const { [pausedField]: _, ...fields } = root.fields
  return { ...root, fields }
}

export const countScheduled = ({ store }: Pick<Environment, 'store'>, limit: number): Promise<number> =>
  store.read(reader =>
    reader.countUpTo(
      { principals: 'system', where: [{ kind: 'range', index: dueIndex, min: null, max: null }] },
      limit,
    ),
  )
