import { DomainError, ModelError } from '@plenum/core'
import { ConfigError } from './config.js'
import { StartError } from './startError.js'

const ofYours =
  'Your own behaviors and workflows are loaded only if WORKFLOWS_DIR names their folder; this applies to every command.'

/** The log levels at which unexpected errors include a stack trace. */
const detailedLevels = ['debug', 'trace']

/**
 * Returns a sentence that describes an error. At detailed log levels, the stack trace of an unexpected error is
 * appended.
 */
export function explain(error: unknown, logLevel = 'info'): string {
  const sentence = sentenceOf(error)
  const unexpected = sentence === undefined ? error : unexpectedCause(error)
  if (sentence !== undefined && unexpected === undefined) return sentence
  const { message, stack } = unexpected instanceof Error ? unexpected : new Error(String(unexpected))
  const text = sentence ?? `Unexpected error: ${oneLine(message)} (set LOG_LEVEL=debug to see where it occurred).`
  return detailedLevels.includes(logLevel) && stack !== undefined ? `${text}\n${stack}` : text
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error instanceof ModelError) return `${error.message}\n${ofYours}`
  if (error instanceof DomainError) return [error.message, ...problemsOf(error), ...causeOf(error)].join('\n  ')
  // The message of a system error is used unchanged, because it already contains the file and the reason.
  if (error instanceof Error && 'syscall' in error) return error.message
  return undefined
}

const unexpectedCause = (error: unknown): unknown =>
  error instanceof StartError && error.cause !== undefined && sentenceOf(error.cause) === undefined
    ? error.cause
    : undefined

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 500)

const causeOf = ({ cause }: DomainError): readonly string[] => (cause instanceof Error ? [cause.message] : [])

const problemsOf = ({ details: { problems = [] } }: DomainError): readonly string[] =>
  problems.map(({ field, message }) => new DomainError('bad-request', message).message + (field ? ` (${field})` : ''))
