/** A refused value (docs/http-answers.md, Validation errors). */
export type RefusedField = {
  /** The name of the field; null if the problem concerns several fields together. */
  readonly field: string | null
  readonly message: string
}

/** A refused request. Clients can rely on the status and on `type`; messages are in the language of the request. */
export type Refusal = {
  readonly type: string
  readonly message: string
  /** The URL of the nearest object whose existence may be disclosed to the caller; null if there is no such object. */
  readonly context?: string | null
  readonly errors?: readonly RefusedField[]
  /** The id that identifies an internal error in the log. */
  readonly request_id?: string
}

/** A refusal, at the top or under `error`, depending on the service (docs/http-answers.md, Shapes of errors). */
export type RefusalPayload = Partial<Refusal> & { readonly error?: Refusal }
