import { isSecretParameter, masked, splitAddress, splitList } from './maskUrl.js'

/** Takes secrets out of any text that is to be shown, kept or logged. */
export type Scrub = (text: string) => string

/**
 * Takes out of texts what `maskUrl` masks in this address: passwords as they are written, decoded and encoded, and
 * their pieces, because a client that reads an address differently tells of those (memoize sheet, 4.12).
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
  if (!parts) return [address, address.replace(/^.*?:\/\//s, '')]
  const { userinfo, parameters } = parts
  const password = userinfo === null ? [] : [userinfo.slice(userinfo.indexOf(':') + 1)]
  return [...password, ...parameters.filter(isSecretParameter).map(parameter => parameter.replace(/^[^=]*=?/, ''))]
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
