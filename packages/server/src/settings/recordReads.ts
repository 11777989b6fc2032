export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Records which variables are read. All recorded variables are settings. A separate list of settings is therefore not
 * needed, and cannot become outdated.
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
