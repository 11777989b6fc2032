export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Records which variables are read. These variables are the settings, so that there is no separate list that could
 * become outdated.
 */
export function recordReads(environment: Environment) {
  /** The variables that have been read from `env` so far. */
  const names = new Set<string>()
  const get = (target: Environment, name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined
    names.add(name)
    return target[name]
  }
  return { env: new Proxy(environment, { get }), names }
}
