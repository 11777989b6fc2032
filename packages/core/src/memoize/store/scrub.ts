import { isSecretParameter, masked, splitAddress, splitList } from './maskUrl.js'

/** Takes secrets out of any text that is to be shown, kept or logged. */
export type Scrub = (text: string) => string

/**
 * Takes out of texts what `maskUrl` masks in this address: passwords as they are written, decoded and encoded, and
 * their pieces, because a client that reads an address differently tells of those (docs/caching.md, Settings of the
 * cache, rule 3).
 */
export function scrubberFor(url: string | null): Scrub {
  const secrets = [
    ...new Set(
      splitList(url ?? '')
        .flatMap(secretsIn)
        .flatMap(spellingsOf),
    ),
  ]
    .filter(secret => secret !== '')
    .sort((a, b) => b.length - a.length)
  return text => secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, masked), text)
}

function secretsIn(address: string): readonly string[] {
  const parts = splitAddress(address)
  if (!parts) return possibleSecretsIn(address)
  const { userinfo, parameters } = parts
  return [...(userinfo === null ? [] : [passwordOf(userinfo)]), ...parameters.filter(isSecretParameter).map(givenValue)]
}

/** All that may be a secret where it cannot be told what is one: what stands before any `@`, and every value. */
function possibleSecretsIn(address: string): readonly string[] {
  const rest = address.replace(/^[^:/]*:\/\//s, '')
  const parts = rest.split('@')
  const passwords = parts.slice(1).map((_, i) => passwordOf(parts.slice(0, i + 1).join('@')))
  const values = rest.split(/[?&;]/).slice(1).map(givenValue)
  return [address, rest, passwordOf(rest), ...passwords, ...values]
}

/** All of it when there is no name before. */
function passwordOf(userinfo: string): string {
  return userinfo.slice(userinfo.indexOf(':') + 1)
}

function givenValue(parameter: string): string {
  return parameter.slice(parameter.indexOf('=') + 1)
}

function spellingsOf(secret: string): readonly string[] {
  const decoded = orItself(secret, decodeURIComponent)
  const pieces = [secret, decoded].flatMap(text => text.split(/[@/?#:;,&=]/)).filter(piece => piece.length > 1)
  return [secret, decoded, orItself(decoded, encodeURI), orItself(decoded, encodeURIComponent), ...pieces]
}

function orItself(text: string, spell: (text: string) => string): string {
  try {
    return spell(text)
  } catch {
    return text
  }
}
