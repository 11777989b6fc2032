/** Parts of one address, as they are written. */
export interface AddressParts {
  /** Without `://`. */
  readonly scheme: string
  /** What stands before the last `@`, so that a password may hold any character; null when there is none. */
  readonly userinfo: string | null
  readonly hosts: string
  /** With its `/`. */
  readonly path: string
  /** What stands behind the `?`; null when there is none. */
  readonly query: string | null
  /** There is a `?` before the last `@`: it cannot be told where a password ends. */
  readonly isAmbiguous: boolean
}

/** The addresses of a list, which are separated by commas. One address may name several hosts in the same way. */
export function splitList(url: string): readonly string[] {
  return url.split(/,\s*(?=[a-z][a-z\d+.-]{0,50}:\/\/)/i)
}

/** Takes one address apart, whatever its parts mean. Null when it has no scheme. */
export function splitAddress(address: string): AddressParts | null {
  const [whole, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(address) ?? []
  if (whole === undefined) return null
  const [at, question] = [rest.lastIndexOf('@'), rest.indexOf('?')]
  const end = question < 0 ? rest.length : question
  const [, hosts = '', path = ''] = /^([^/]*)(.*)$/s.exec(rest.slice(at + 1, end)) ?? []
  return {
    scheme,
    userinfo: at < 0 ? null : rest.slice(0, at),
    hosts,
    path,
    query: question < 0 ? null : rest.slice(question + 1),
    isAmbiguous: question >= 0 && question < at,
  }
}
