import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

export const root = path.resolve(import.meta.dirname, '../..')

const start = promisify(execFile)

/** Runs a program until it exits. Throws an Error with the complete output if the program fails. */
export async function run(program, args, { cwd = root, env = process.env } = {}) {
  try {
    return (await start(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    const printed = [error.stdout, error.stderr].filter(Boolean).join('\n')
    throw new Error(`${[path.basename(program), ...args].join(' ')} failed:\n${printed || error.message}`)
  }
}

export function npm(args, cwd = root) {
  const own = /^npm_(?:config_(?:local_prefix|prefix)|package_|lifecycle_)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const program = process.env.npm_execpath
  return program === undefined
    ? run('npm', args, { cwd, env })
    : run(process.execPath, [program, ...args], { cwd, env })
}

/**
 * Returns the environment of a program. Deno stores compiled files in a folder next to the program instead of the home
 * directory.
 */
export const envOf = ({ program }) => ({ ...process.env, DENO_DIR: path.join(path.dirname(program), '.deno') })
