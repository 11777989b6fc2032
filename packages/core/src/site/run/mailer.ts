/** A mail in plain text to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails of a site. */
export interface Mailer {
  /** URL of the site as people reach it, with which addresses in mails begin; no slash at its end. */
  readonly base: string
  /**
   * Takes what makes a mail, and makes and sends it afterwards; null is none. Whoever posts waits for nothing and learns
   * nothing: neither the answer nor its time tells whether somebody was written to.
   */
  post(prepare: () => Promise<Mail | null>): void
}
