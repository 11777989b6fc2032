import { type AddressParts, splitAddress, splitList } from './splitAddress.js'

const mask = '***'

const hosts = /^(?:(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d+)?(?:,|$))+$/i

/** Returns the parts of an address, or null if the end of the password is ambiguous or the hosts are invalid. */
function clearParts(address: string): AddressParts | null {
  const parts = splitAddress(address)
  return parts && !parts.isAmbiguous && hosts.test(parts.hosts) ? parts : null
}

const parametersOf = ({ query }: AddressParts): readonly string[] => query?.split('&') ?? []

const isSecretParameter = (parameter: string): boolean =>
  parameter.split(';').some(part => isSecretName(part.split('=', 1)[0] ?? ''))

function isSecretName(encodedName: string): boolean {
  try {
    return /pass|pwd|auth|token|secret|key/i.test(decodeURIComponent(encodedName))
  } catch {
    return true
  }
}

/**
 * Returns an address with masked secrets, such as `redis://user:***@host/0`. Masks passwords, user information without
 * a colon, and the values of parameters whose names suggest a secret. An address that cannot be parsed is masked
 * entirely. Accepts single addresses and lists, with hosts or sockets (docs/caching.md, Settings of the cache, rule 3).
 */
export const maskUrl = (url: string): string => splitList(url).map(maskAddress).join(',')

function maskAddress(address: string): string {
  const parts = clearParts(address)
  if (!parts) return mask
  const parameters = parametersOf(parts).map(maskParameter).join('&')
  return `${parts.scheme}://${maskUserinfo(parts.userinfo)}${parts.hosts}${parts.path}${parameters && `?${parameters}`}`
}

function maskUserinfo(userinfo: string | null): string {
  if (userinfo === null) return ''
  const colon = userinfo.indexOf(':')
  return colon < 0 ? `${mask}@` : `${userinfo.slice(0, colon)}:${mask}@`
}

const maskParameter = (parameter: string): string =>
  isSecretParameter(parameter) ? `${parameter.split('=', 1)[0]}=${mask}` : parameter

/** Removes secrets from a string before it is displayed, stored or logged. */
export type Scrub = (text: string) => string

/**
 * Returns a function that removes everything that `maskUrl` masks in this address: passwords in raw, decoded and
 * encoded form, and parts of passwords, because a client that parses the address differently may quote such parts
 * (docs/caching.md, Settings of the cache, rule 3).
 */
export function scrubberFor(url: string | null): Scrub {
  const spellings = splitList(url ?? '')
    .flatMap(secretsIn)
    .flatMap(spellingsOf)
  const secrets = [...new Set(spellings)].filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  return text => secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, mask), text)
}

function secretsIn(address: string): readonly string[] {
  const parts = clearParts(address)
  if (!parts) return possibleSecretsIn(address)
  const values = parametersOf(parts).filter(isSecretParameter).map(valueOfParameter)
  return parts.userinfo === null ? values : [passwordOf(parts.userinfo), ...values]
}

/**
 * Returns all strings that could be secrets in an ambiguous address: the entire address, the string before each `@`,
 * and every parameter value.
 */
function possibleSecretsIn(address: string): readonly string[] {
  const withoutScheme = address.replace(/^[^:/]*:\/\//s, '')
  const parts = withoutScheme.split('@')
  const passwords = parts.slice(1).map((_, i) => passwordOf(parts.slice(0, i + 1).join('@')))
  const values = withoutScheme.split(/[?&;]/).slice(1).map(valueOfParameter)
  return [address, withoutScheme, passwordOf(withoutScheme), ...passwords, ...values]
}

/** Returns the password in the user information. If there is no colon, the entire user information is the password. */
const passwordOf = (userinfo: string): string => userinfo.slice(userinfo.indexOf(':') + 1)

const valueOfParameter = (parameter: string): string => parameter.slice(parameter.indexOf('=') + 1)

function spellingsOf(secret: string): readonly string[] {
  const decoded = spellOrOriginal(secret, decodeURIComponent)
  const pieces = [secret, decoded].flatMap(text => text.split(/[@/?#:;,&=]/)).filter(piece => piece.length > 1)
  return [secret, decoded, spellOrOriginal(decoded, encodeURI), spellOrOriginal(decoded, encodeURIComponent), ...pieces]
}

function spellOrOriginal(text: string, spell: (text: string) => string): string {
  try {
    return spell(text)
  } catch {
    return text
  }
}
