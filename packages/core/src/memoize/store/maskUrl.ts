/** What stands where something was left out. */
export const masked = '***'

/** Parts of an address that is not to be shown as it is. */
export interface SplitAddress {
  readonly scheme: string
  /** What stands before the last `@`; null when there is none. */
  readonly userinfo: string | null
  readonly place: string
  /** Each `name=value` as it is written. */
  readonly parameters: readonly string[]
}

const hosts = /^(?:(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d+)?(?:,|$))+$/i

/**
 * Takes an address apart. The user information ends at the last `@`, so that a password may hold any character. Null
 * when it cannot be told where a password ends: a `?` before the `@`, or a place that is none.
 */
export function splitAddress(address: string): SplitAddress | null {
  const [whole, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? []
  const at = rest.lastIndexOf('@')
  const question = rest.indexOf('?')
  if (whole === undefined || (question >= 0 && question < at)) return null
  const place = rest.slice(at + 1, question < 0 ? undefined : question)
  if (!hosts.test(place.replace(/\/.*$/s, ''))) return null
  const parameters = question < 0 ? [] : rest.slice(question + 1).split('&')
  return { scheme, userinfo: at < 0 ? null : rest.slice(0, at), place, parameters }
}

/** The addresses of a list, which are separated by commas. One address may name several hosts in the same way. */
export function splitList(url: string): readonly string[] {
  return url.split(/,\s*(?=[a-z][a-z\d+.-]{0,50}:\/\/)/i)
}

/** Whether a parameter holds a secret. A semicolon separates parameters too. */
export function isSecretParameter(parameter: string): boolean {
  return parameter.split(';').some(part => isSecretName(part.split('=', 1)[0] ?? ''))
}

function isSecretName(written: string): boolean {
  try {
    return /pass|pwd|auth|token|secret|key/i.test(decodeURIComponent(written))
  } catch {
    return true
  }
}

/**
 * The address without its secrets: `redis://user:***@host/0`. Passwords, lone tokens before the `@` and the values of
 * parameters that are named like a secret become `***`; what cannot be taken apart becomes `***` wholly. For single
 * addresses and lists of them, over the network and over sockets (docs/caching.md, Settings of the cache, rule 3).
 */
export function maskUrl(url: string): string {
  return splitList(url).map(maskAddress).join(',')
}

function maskAddress(address: string): string {
  const parts = splitAddress(address)
  if (!parts) return masked
  const parameters = parts.parameters.map(maskParameter).join('&')
  return `${parts.scheme}${maskUserinfo(parts.userinfo)}${parts.place}${parameters && `?${parameters}`}`
}

function maskUserinfo(userinfo: string | null): string {
  if (userinfo === null) return ''
  const colon = userinfo.indexOf(':')
  return colon < 0 ? `${masked}@` : `${userinfo.slice(0, colon)}:${masked}@`
}

function maskParameter(parameter: string): string {
  return isSecretParameter(parameter) ? `${parameter.split('=', 1)[0]}=${masked}` : parameter
}
