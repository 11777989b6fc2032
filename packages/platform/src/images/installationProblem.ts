import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

interface Manifest {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Returns the reason why sharp cannot run on this machine, or null if sharp seems to be installed completely. Does not
 * load sharp, because loading takes 80 ms and 20 MB. An incompatible processor or C library is therefore not detected.
 */
export function installationProblem(importer: string = import.meta.url): Error | null {
  try {
    const program = createRequire(importer).resolve('sharp')
    if (hasBinary(program)) return null
    return new Error(`sharp has no binary for ${process.platform} on ${process.arch}.`)
  } catch (error) {
    return error as Error
  }
}

/**
 * Whether a binary for sharp is available: either sharp was built on this machine, or one of its optional dependencies
 * contains a binary for this machine.
 */
function hasBinary(program: string): boolean {
  const root = path.join(path.dirname(program), '..')
  if (existsSync(path.join(root, 'src/build/Release'))) return true
  const { optionalDependencies = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  const { resolve } = createRequire(program)
  return Object.keys(optionalDependencies)
    .filter(isBinary)
    .some(name => isInstalled(resolve, name))
}

/**
 * Whether a package contains a binary for this machine, such as `@img/sharp-linux-x64` or `@img/sharp-linuxmusl-x64` on
 * Linux. The WebAssembly package runs on all machines.
 */
const isBinary = (name: string): boolean =>
  name.startsWith(`@img/sharp-${process.platform}`) ? name.endsWith(process.arch) : name === '@img/sharp-wasm32'

function isInstalled(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    resolve(`${name}/sharp.node`)
    return true
  } catch {
    return false
  }
}
