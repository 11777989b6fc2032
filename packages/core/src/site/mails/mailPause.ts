import type { ContentNode } from '../../content/node/node.js'

/** The internal field of the site root that pauses all outgoing emails while it is true. */
const pausedField = 'mails_paused'

/** Whether outgoing emails are paused, for example after a restore. */
export const areMailsPaused = (root: Pick<ContentNode, 'fields'> | undefined): boolean =>
  root?.fields[pausedField] === true

export function withMailsPaused(root: ContentNode, isPaused: boolean): ContentNode {
  const { [pausedField]: _, ...fields } = root.fields
  return { ...root, fields: isPaused ? { ...fields, [pausedField]: true } : fields }
}
