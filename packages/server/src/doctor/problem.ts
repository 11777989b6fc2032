/** A problem for the operator of the service, with its remedy. */
export interface Problem {
  /** The problem as a sentence. */
  readonly what: string
  /** The remedy as a sentence. */
  readonly remedy: string
  /** False for a mere notice. */
  readonly isFault: boolean
}

export const fault = (what: string, remedy: string): Problem => ({ what, remedy, isFault: true })
export const notice = (what: string, remedy: string): Problem => ({ what, remedy, isFault: false })
