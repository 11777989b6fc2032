import type { ContentNode } from '../../content/node/node.js'
import type { SearchParameters } from '../../content/query/searchParameters.js'
import { DomainError, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { searchContent } from '../operations/searchContent.js'
import type { CheckJson, Platform } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, hasPermissionAt, type RequestContext, seenLineage } from '../run/requestContext.js'
import { type ReadForApplication, uninterrupted } from '../run/uninterrupted.js'
import { decideChanges } from './decideChanges.js'
import type { OwnContext, OwnHits, OwnOperation, OwnOperations, OwnSearchOptions } from './ownOperation.js'

/** The operations of an application by name, converted to operations of the site. */
export type RunnableOwn = ReadonlyMap<string, Operation<unknown, unknown>>

/** Converts the operations of an application to operations of the site. Throws an Error if a JSON Schema is invalid. */
export function runnableOwn(own: OwnOperations, { compileSchema }: Pick<Platform, 'compileSchema'>): RunnableOwn {
  const entries = Object.entries(own).flatMap(([area, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${area}.${method}`, operation] as const),
  )
  return new Map(
    entries.map(([name, operation]) => {
      const check = operation.input ? compileSchema?.(operation.input) : undefined
      return [name, runnable(operation as OwnOperation<unknown, unknown>, check)]
    }),
  )
}

function runnable(
  { permission: required, types, decide }: OwnOperation<unknown, unknown>,
  check: CheckJson | undefined,
): Operation<unknown, unknown> {
  return {
    permission: required,
    ...(types ? { exists: ({ type }: RequestContext) => types.includes(type.id) } : {}),
    async run(context, input) {
      const checked = checkedInput(input, check)
      const { answer, change } = await uninterrupted(read => decide(ownContext(context, read), checked))
      const decided = await decideChanges(context, change === undefined ? [] : [change].flat())
      return decided ? { answer, change: decided } : { answer }
    },
  }
}

/**
 * Returns the input if it is valid, or undefined if the operation has no input. Throws a DomainError `bad-request` that
 * lists all problems in the input.
 */
function checkedInput(input: unknown, check: CheckJson | undefined): unknown {
  if (!check) return undefined
  const problems = check(input)
  if (problems.length === 0) return input
  throw new DomainError('bad-request', message('body.shape', { problems: problems.join('; ') }))
}

function ownContext(context: RequestContext, read: ReadForApplication): OwnContext {
  const { node, lineage, caller, now, reader } = context
  return {
    object: node,
    lineage,
    caller,
    now,
    hasPermission: name => hasPermission(context, name),
    read: path =>
      read(async (): Promise<ContentNode | null> => {
        const opened = await reader.open(path)
        if (!opened.exists || !hasPermissionAt(context, permission.view, opened.lineage)) return null
        return seenLineage(context, opened.lineage).at(-1) ?? null
      }),
    search: (parameters, options = {}) => read(() => search(context, parameters, options)),
  }
}

/** The maximum number of hits, which is also the default. */
const maxHits = 100

async function search(
  context: RequestContext,
  parameters: SearchParameters,
  { start = 0, size = maxHits }: OwnSearchOptions,
): Promise<OwnHits> {
  if (size > maxHits) throw new RangeError(`A search of an operation can return at most ${maxHits} objects.`)
  const input = { parameters, metadata: ['getPath'], fullObjects: false, batch: { start, size } }
  const outcome = await searchContent.run(context, input)
  if (!('answer' in outcome)) throw new Error('The search has no result.')
  const { total, items } = outcome.answer
  return { total, paths: items.flatMap(item => ('getPath' in item && item.getPath) || []) }
}
