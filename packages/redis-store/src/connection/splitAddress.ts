/** The parts of one address, not decoded. */
export interface AddressParts {
  /** The scheme, without `://`. */
  readonly scheme: string
  /**
   * The string before the last `@`, or null if the address contains no `@`. A password may therefore contain any
   * character.
   */
  readonly userinfo: string | null
  readonly hosts: string
  /** The path, including the leading `/`. */
  readonly path: string
  /** The string after the `?`, or null if the address contains no `?`. */
  readonly query: string | null
  /** Whether a `?` precedes the last `@`. In this case, the end of the password is ambiguous. */
  readonly isAmbiguous: boolean
}

/**
 * Splits a list of addresses separated with commas. One address may also contain several hosts, separated with commas.
 */
export const splitList = (url: string): readonly string[] => url.split(/,\s*(?=[a-z][a-z\d+.-]{0,50}:\/\/)/i)

/** Splits one address without interpreting its parts. Returns null if the address has no scheme. */
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
