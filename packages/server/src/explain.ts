import { DomainError, ModelError } from '@plenum/core'
import { ConfigError } from './config.js'
import { StartError } from './startError.js'

const ofYours =
  'Your own behaviors and workflows are loaded only if WORKFLOWS_DIR names their folder; this applies to every command.'

/** Levels of the log at which an unexpected error has its stack trace. */
const detailedLevels = ['debug', 'trace']

/** The sentence about an error. One that is unexpected has its stack trace where the log has details. */
export function explain(error: unknown, logLevel = 'info'): string {
  const sentence = sentenceOf(error)
  const unexpected = sentence === undefined ? error : unexpectedCause(error)
  if (sentence !== undefined && unexpected === undefined) return sentence
  const { message, stack } = unexpected instanceof Error ? unexpected : new Error(String(unexpected))
  const told = sentence ?? `Unexpected error: ${oneLine(message)} (set LOG_LEVEL=debug to see where it occurred).`
  return detailedLevels.includes(logLevel) && stack !== undefined ? `${told}\n${stack}` : told
}

/** Undefined for an error that nobody expected. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error instanceof ModelError) return `${error.message}\n${ofYours}`
  if (error instanceof DomainError) return [error.message, ...problemsOf(error), ...causeOf(error)].join('\n  ')
  // Messages of the system say which file could not be used, and why.
  if (error instanceof Error && 'syscall' in error) return error.message
  return undefined
}

/** The unexpected error that a refusal is about, if there is one. */
const unexpectedCause = (error: unknown): unknown =>
  error instanceof StartError && error.cause !== undefined && sentenceOf(error.cause) === undefined
    ? error.cause
    : undefined

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 500)

function causeOf({ cause }: DomainError): readonly string[] {
  return cause instanceof Error ? [cause.message] : []
}

function problemsOf({ details: { problems = [] } }: DomainError): readonly string[] {
  return problems.map(
    ({ field, message }) => new DomainError('bad-request', message).message + (field ? ` (${field})` : ''),
  )
}
