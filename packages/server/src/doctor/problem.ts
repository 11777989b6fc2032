/** A problem and its remedy, for the operator of the service. */
export interface Problem {
  readonly description: string
  /** A sentence that tells the operator how to correct the problem. */
  readonly remedy: string
  /** Whether the problem is a fault, which must be corrected. Otherwise, the problem is only a notice. */
  readonly isFault: boolean
}

export const fault = (description: string, remedy: string): Problem => ({ description, remedy, isFault: true })
export const notice = (description: string, remedy: string): Problem => ({ description, remedy, isFault: false })
