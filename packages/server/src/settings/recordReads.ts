export type Environment = Readonly<Record<string, string | undefined>>

/** Records which variables are read. These variables are the settings, so no separate list can become outdated. */
export function recordReads(environment: Environment) {
  const names = new Set<string>()
  const get = (target: Environment, name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined
    names.add(name)
    return target[name]
  }
  return { env: new Proxy(environment, { get }), names }
}
