import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'
import { installed } from './packages.mjs'
import { envOf, run } from './programs.mjs'

/** Runs the `examples` in the installed core package, which contain assertions. */
export async function checkExamples(program, runtime) {
  const folder = path.join(installed(program, 'core'), 'examples')
  const names = readdirSync(folder)
  for (const name of names) {
    const { code } = await transform(readFileSync(path.join(folder, name), 'utf8'), { loader: 'ts', format: 'esm' })
    const script = path.join(program, name.replace(/\.ts$/, '.mjs'))
    writeFileSync(script, code)
    await run(runtime.program, [...runtime.args, script], { cwd: program, env: envOf(runtime) })
  }
  return names.map(name => path.parse(name).name).join(', ')
}
