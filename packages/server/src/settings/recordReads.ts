export type Environment = Readonly<Record<string, string | undefined>>

interface RecordedReads {
  readonly env: Environment
  /** The variables that have been read from `env` so far. */
  readonly names: ReadonlySet<string>
}

/** Records which variables are read. These are the settings, so that no second list can become outdated. */
export function recordReads(environment: Environment): RecordedReads {
  const names = new Set<string>()
  const get = (target: Environment, name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined
    names.add(name)
    return target[name]
  }
  return { env: new Proxy(environment, { get }), names }
}
