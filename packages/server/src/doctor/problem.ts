/** Something that whoever runs the service should know, with what to do about it. */
export interface Problem {
  /** What is wrong, as a sentence. */
  readonly what: string
  /** What to do, as a sentence. */
  readonly remedy: string
  /** False for what may stay as it is. */
  readonly isFault: boolean
}

export const fault = (what: string, remedy: string): Problem => ({ what, remedy, isFault: true })
export const notice = (what: string, remedy: string): Problem => ({ what, remedy, isFault: false })
