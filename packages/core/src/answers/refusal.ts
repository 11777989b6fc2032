/** A refused value (docs/http-answers.md, Validation errors). */
export type RefusedField = {
  /** The name of the field. Null if the problem involves several fields. */
  readonly field: string | null
  readonly message: string
}

/** A refused request. Clients can rely on the status and on `type`. The message is in the language of the request. */
export type Refusal = {
  readonly type: string
  readonly message: string
  /** The URL of the nearest object of whose existence the caller may know. Null if there is no such object. */
  readonly context?: string | null
  readonly errors?: readonly RefusedField[]
  /** The id under which the log records the request. Only present if the status is 500 or higher. */
  readonly request_id?: string
}

/** A refusal, at the top level or under `error`, depending on the service (docs/http-answers.md, Shapes of errors). */
export type RefusalPayload = Partial<Refusal> & { readonly error?: Refusal }
