/** A value that was refused (docs/http-answers.md, Validation errors). */
export type RefusedField = {
  /** Null for a rule between several fields. */
  readonly field: string | null
  readonly message: string
}

/** Status and type are stable; texts are in the language of the request. */
export type Refusal = {
  readonly type: string
  readonly message: string
  /** URL of the nearest object that the caller may know; null without one. */
  readonly context?: string | null
  readonly errors?: readonly RefusedField[]
  /** The id of an internal error in the log. */
  readonly request_id?: string
}

/** A refusal, at the top or under `error`, depending on the service (docs/http-answers.md, Shapes of errors). */
export type RefusalPayload = Partial<Refusal> & { readonly error?: Refusal }
