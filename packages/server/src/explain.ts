import { DomainError, ModelError } from '@plenum/core'
import { ConfigError } from './config.js'
import { StartError } from './startError.js'

const ofYours =
  'Behaviors and workflows of your own count only where WORKFLOWS_DIR names their folder, for each command too.'

/** Errors that the user can fix have no stack trace; all others are bugs and have one. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error instanceof ModelError) return `${error.message}\n${ofYours}`
  if (error instanceof DomainError) return [error.message, ...problemsOf(error), ...causeOf(error)].join('\n  ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function causeOf({ cause }: DomainError): readonly string[] {
  return cause instanceof Error ? [cause.message] : []
}

function problemsOf({ details: { problems = [] } }: DomainError): readonly string[] {
  return problems.map(
    ({ field, message }) => new DomainError('bad-request', message).message + (field ? ` (${field})` : ''),
  )
}
