/** The parts of one address, not decoded. */
export interface AddressParts {
  /** Without `://`. */
  readonly scheme: string
  /** The text before the last `@`, so that a password may contain any character; null if there is no `@`. */
  readonly userinfo: string | null
  readonly hosts: string
  /** With its `/`. */
  readonly path: string
  /** The text after the `?`; null if there is none. */
  readonly query: string | null
  /** A `?` precedes the last `@`: the end of the password is ambiguous. */
  readonly isAmbiguous: boolean
}

/** The addresses of a list, separated by commas. One address may also list several hosts with commas. */
export const splitList = (url: string): readonly string[] => url.split(/,\s*(?=[a-z][a-z\d+.-]{0,50}:\/\/)/i)

/** Splits one address without interpreting its parts. Null if it has no scheme. */
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
