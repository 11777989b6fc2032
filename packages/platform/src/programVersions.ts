import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string }

/** Returns the versions of Plenum and of the runtime. Runtimes other than Node also report a Node version. */
export function programVersions(): Readonly<Record<string, string>> {
  const runtimes = ['bun', 'deno', 'node'].map(name => [name, process.versions[name]])
  return {
    plenum: version,
    ...Object.fromEntries(runtimes.filter(([, runtimeVersion]) => runtimeVersion !== undefined)),
  }
}
