/** A problem for the operator of the service, with its remedy. */
export interface Problem {
  /** The problem as a sentence. */
  readonly description: string
  /** The remedy as a sentence. */
  readonly remedy: string
  /** False for a mere notice. */
  readonly isFault: boolean
}

export const fault = (description: string, remedy: string): Problem => ({ description, remedy, isFault: true })
export const notice = (description: string, remedy: string): Problem => ({ description, remedy, isFault: false })
