import type { AnswerOf, InputOf, OperationName } from '@plenum/core'

interface Question<N extends OperationName> {
  readonly input: InputOf<N>
  /** The path of the operation; by default that of the page. */
  readonly path?: string
}

/** Runs an operation for a part of a page; undefined if refused, which omits the part. */
export type AskPart = <N extends OperationName>(name: N, question: Question<N>) => Promise<AnswerOf<N> | undefined>
