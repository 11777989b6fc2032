export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Records which variables are read. The recorded variables are the settings, so a separate list of settings, which
 * could become outdated, is not needed.
 */
export function recordReads(environment: Environment) {
  const names = new Set<string>()
  const get = (target: Environment, name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined
    names.add(name)
    return target[name]
  }
  return { env: new Proxy(environment, { get }), names }
}
