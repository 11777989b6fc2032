import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }

/** Versions of this program and of what runs it; other runtimes call themselves Node as well. */
export function programVersions(): Readonly<Record<string, string>> {
  const runtimes = ['bun', 'deno', 'node'].map(name => [name, process.versions[name]])
  return { plenum: version, ...Object.fromEntries(runtimes.filter(([, found]) => found !== undefined)) }
}
