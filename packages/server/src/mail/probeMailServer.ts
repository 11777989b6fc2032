import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { MailSettings } from './readMailSettings.js'
import { openTransport, recipient, withoutAddresses } from './transport.js'

/** The outcome of a step. `text` does not contain the password. */
export interface ProbeStep {
  readonly isOk: boolean
  readonly text: string
  /** A sentence that describes how to correct the problem, or an empty string if the step was successful. */
  readonly remedy: string
}

/** The maximum duration of a step, in milliseconds. */
const timeout = 10_000

/**
 * Checks a mail server in steps: host, port, protocol, encryption and login. If `address` is given, the last step sends
 * a test email to this address. Stops after the first step that fails.
 */
export async function* probeMailServer(settings: MailSettings, address?: string): AsyncGenerator<ProbeStep> {
  const url = new URL(settings.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  const resolved = yield* step(() => resolve(host))
  if (!resolved || !(yield* step(() => reach(host, port)))) return
  let hasLoggedIn = false
  const onLogin = (): void => {
    hasLoggedIn = true
  }
  const transport = await openTransport({ ...settings, timeout, onLogin })
  try {
    if (!(yield* step(() => verify(transport, url, () => hasLoggedIn))) || address === undefined) return
    yield* step(() => sendTest(transport, settings, address))
  } finally {
    transport.close()
  }
}

async function* step(take: () => Promise<ProbeStep>): AsyncGenerator<ProbeStep, boolean> {
  const taken = await take()
  yield taken
  return taken.isOk
}

const passed = (text: string): ProbeStep => ({ isOk: true, text, remedy: '' })
const failed = (text: string, remedy: string): ProbeStep => ({ isOk: false, text, remedy })

const reasonOf = (error: unknown): string => withoutAddresses(error).message

/** Returns an error message. For an OpenSSL error, returns only its reason, without codes and source files. */
const readable = (message: string): string =>
  message
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, kind, , , , reason] = line.split(':')
      return kind === 'error' && reason ? reason : line
    })
    .join('\n')

async function resolve(host: string): Promise<ProbeStep> {
  try {
    const { address } = await lookup(host)
    return passed(`The host ${host} has the address ${address}.`)
  } catch (error) {
    return failed(
      `The host ${host} has no address (${reasonOf(error)}).`,
      'Correct the host in SMTP_URL, or the name server of this machine.',
    )
  }
}

async function reach(host: string, port: number): Promise<ProbeStep> {
  const socket = connect({ host, port, timeout })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) })
    return passed(`The host accepts connections at port ${port}.`)
  } catch (error) {
    return failed(
      `No connection to port ${port} of ${host} (${reasonOf(error)}).`,
      'Correct the port in SMTP_URL, or let the firewall pass connections to it.',
    )
  } finally {
    socket.destroy()
  }
}

async function verify(transport: Transporter, url: URL, hasLoggedIn: () => boolean): Promise<ProbeStep> {
  try {
    await transport.verify()
    return passed(`The mail server accepts a session ${sessionOf(url, hasLoggedIn())}.`)
  } catch (error) {
    const { message, code } = withoutAddresses(error)
    if (code === 'EAUTH')
      return failed(
        `The mail server rejects the login (${message}).`,
        'Correct the name and the password in SMTP_URL; special characters must be percent-encoded.',
      )
    const other = url.protocol === 'smtps:' ? 'smtp:' : 'smtps:'
    return failed(
      `The mail server does not begin a session (${readable(message)}).`,
      `Check whether its port needs ${other}// in SMTP_URL, and whether its certificate is valid.`,
    )
  }
}

function sessionOf({ username }: URL, hasLoggedIn: boolean): string {
  if (username === '') return 'without a login'
  const name = decodeURIComponent(username)
  return hasLoggedIn ? `with the login of ${name}` : `without a login: it offers none, so it ignores the name ${name}`
}

async function sendTest(transport: Transporter, { from, base }: MailSettings, address: string): Promise<ProbeStep> {
  const text = `This is a test email of the site ${base}. No answer is needed.\n`
  try {
    await transport.sendMail({ from, to: recipient(address), subject: `Test email of ${new URL(base).host}`, text })
    return passed(`The mail server has accepted a test email to ${address}. Check whether it arrives.`)
  } catch (error) {
    const { message, code } = withoutAddresses(error)
    return code === 'EENVELOPE'
      ? failed(
          `The mail server rejects the sender or the recipient (${message}).`,
          'Set MAIL_FROM to an address for which this mail server may send.',
        )
      : failed(`The mail server rejects the test email (${message}).`, 'Ask the operator of the mail server.')
  }
}
