/**
 * Patterns of the English error messages in which the mail library reports problems with a mail server, and the kind of
 * each problem.
 */
const problems = [
  [/^(?:Invalid login|Missing credentials)/, 'login'],
  [/certificate|self-signed/, 'certificate'],
  [
    /ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|EPIPE|[Tt]imeout|Greeting never|socket close|[Cc]onnection closed/,
    'unreachable',
  ],
] as const

/**
 * Matches an error message that contains a reply from the mail server. Such a reply begins with a status such as 550.
 */
const hasReply = /: [45]\d\d/

export type ServerProblem = (typeof problems)[number][1]

/**
 * Returns the kind of a problem with the mail server, or null if the server has rejected only this email. `detail` is
 * the error message from the mail library.
 */
export function serverProblem(detail: string): ServerProblem | null {
  const [login, ...others] = problems
  const candidates = hasReply.test(detail) ? [login] : [login, ...others]
  return candidates.find(([pattern]) => pattern.test(detail))?.[1] ?? null
}
