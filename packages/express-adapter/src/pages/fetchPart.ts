import type { AnswerOf, InputOf, OperationName } from '@plenum/core'

interface PartRequest<N extends OperationName> {
  readonly input: InputOf<N>
  /** The path of the operation; by default that of the page. */
  readonly path?: string
}

/** Runs an operation for a part of a page; undefined if refused, which omits the part. */
export type FetchPart = <N extends OperationName>(name: N, request: PartRequest<N>) => Promise<AnswerOf<N> | undefined>
