/** A mail in plain text to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails of a site. */
export interface Mailer {
  /** Public URL of the site, used in links of mails; no slash at its end. */
  readonly base: string
  /**
   * Runs `prepare` in the background and sends the mail; null sends none. The caller does not wait, so that neither the
   * answer nor its timing reveals whether a mail was sent.
   */
  post(prepare: () => Promise<Mail | null>): void
}
