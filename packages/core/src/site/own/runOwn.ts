import type { ContentNode } from '../../content/node/node.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { addContent } from '../operations/addContent.js'
import { decideEdit } from '../operations/editContent.js'
import { transitionContent } from '../operations/transitionContent.js'
import type { CheckJson, Platform } from '../run/environment.js'
import type { Operation, Outcome } from '../run/operation.js'
import { hasPermission, hasPermissionAt, type RequestContext, seenLineage } from '../run/requestContext.js'
import { type ReadForApplication, uninterrupted } from '../run/uninterrupted.js'
import type { OwnChange, OwnContext, OwnOperation, OwnOperations } from './ownOperation.js'

/** The operations of an application, converted to operations of the site, by name. */
export type RunnableOwn = ReadonlyMap<string, Operation<unknown, unknown>>

/** Throws an Error if a JSON Schema is invalid. */
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
      if (!change) return { answer }
      const outcome = await decideChange(context, change)
      return 'change' in outcome && outcome.change ? { answer, change: outcome.change } : { answer }
    },
  }
}

/** Throws a DomainError `bad-request` that lists all problems of the input. */
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
  }
}

function decideChange(context: RequestContext, change: OwnChange): Promise<Outcome<unknown>> {
  if ('update' in change) return decideEdit(context, { body: change.update, representation: false })
  if ('create' in change) return addContent.run(context, change.create)
  const body: JsonObject = change.comment === undefined ? {} : { comment: change.comment }
  return transitionContent.run(context, { transition: change.transition, body })
}
