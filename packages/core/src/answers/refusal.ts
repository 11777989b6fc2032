import type { RefusalBlocker } from './workflow.js'

/** A refused value (docs/http-answers.md, Validation errors). */
export type RefusedField = {
  /** The name of the field, or null if the problem involves several fields. */
  readonly field: string | null
  readonly message: string
}

/** A refused line of a CSV file (docs/http-answers.md, CSV). */
export type RefusedLine = {
  readonly line_number: number
  readonly line: string
  readonly message: string
}

/** A refused request. Clients can rely on the status and on `type`. The message is in the language of the request. */
export type Refusal = {
  readonly type: string
  readonly message: string
  /** The URL of the nearest object on the requested path that visitors can view, or null if there is no such object. */
  readonly context?: string | null
  readonly errors?: readonly RefusedField[]
  readonly csv_errors?: readonly RefusedLine[]
  /** The cursor after the newest change. The key is included only if the cursor in the request has expired. */
  readonly restart?: string
  /** The id under which the request is logged. The key is included only if the status is 500 or higher. */
  readonly request_id?: string
}

/**
 * A refusal, either at the top level or under `error`, depending on the endpoint (docs/http-answers.md, Shapes of
 * errors).
 */
export type RefusalPayload = Partial<Refusal> & {
  readonly error?: Refusal
  /** The reasons why a transition is not available. */
  readonly blockers?: readonly RefusalBlocker[]
}
