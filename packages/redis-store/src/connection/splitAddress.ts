/** The parts of an address before percent-decoding. */
export interface AddressParts {
  /** The scheme without `://`. */
  readonly scheme: string
  /**
   * The string before the last `@`, because a password can contain `@`. The value is null if the address contains no
   * `@`.
   */
  readonly userinfo: string | null
  readonly hosts: string
  /** The path, including the leading `/`. */
  readonly path: string
  /** The string after the `?`, or null if the address contains no `?`. */
  readonly query: string | null
  /** Whether a `?` precedes the last `@`, which makes the end of the password ambiguous. */
  readonly isAmbiguous: boolean
}

/** Splits a comma-separated list of addresses. A single address can also contain several comma-separated hosts. */
export const splitList = (url: string): readonly string[] => url.split(/,\s*(?=[a-z][a-z\d+.-]{0,50}:\/\/)/i)

export function splitAddress(address: string): AddressParts | null {
  const [match, scheme = '', afterScheme = ''] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(address) ?? []
  if (match === undefined) return null
  const [at, question] = [afterScheme.lastIndexOf('@'), afterScheme.indexOf('?')]
  const end = question < 0 ? afterScheme.length : question
  const [, hosts = '', path = ''] = /^([^/]*)(.*)$/s.exec(afterScheme.slice(at + 1, end)) ?? []
  return {
    scheme,
    userinfo: at < 0 ? null : afterScheme.slice(0, at),
    hosts,
    path,
    query: question < 0 ? null : afterScheme.slice(question + 1),
    isAmbiguous: question >= 0 && question < at,
  }
}
