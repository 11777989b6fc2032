// Copies declarations with all declarations that they import, so that a package without dependencies contains its
// types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const packages = path.resolve(import.meta.dirname, '../../packages')

/**
 * The file that replaces `@plenum/core` in imports. This file is sufficient, because the copied declarations import
 * only the types of JSON values from core.
 */
const jsonTypes = 'core/dist/foundation/json.d.ts'

/** Returns the file to which an import specifier in `file` refers, relative to the folder of the packages. */
function fileOf(specifier, file) {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier.replace(/\.js$/, '.d.ts'))
  const [, name, entryPoint = 'index'] = /^@plenum\/([^/]+)(?:\/([^/]+))?$/.exec(specifier) ?? []
  if (name === undefined) throw new Error(`${file}: the published types would depend on ${specifier}`)
  return specifier === '@plenum/core' ? jsonTypes : `${name}/dist/${entryPoint}.d.ts`
}

/** Copies `packages/{name}/dist/index.d.ts` and its imports to `{target}/{package}/…`. Returns the number of files. */
export function copyTypes(name, target) {
  const waiting = [`${name}/dist/index.d.ts`]
  const copied = new Set(waiting)
  for (const file of waiting) {
    const text = readFileSync(path.join(packages, file), 'utf8').replace(
      /(?<=\bfrom '|\bimport\(['"])([^'"]+)/g,
      specifier => {
        const imported = fileOf(specifier, file)
        if (!copied.has(imported)) waiting.push(imported)
        copied.add(imported)
        return relative(placeOf(file), placeOf(imported))
      },
    )
    const copy = path.join(target, placeOf(file))
    mkdirSync(path.dirname(copy), { recursive: true })
    writeFileSync(copy, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''))
  }
  return copied.size
}

const placeOf = file => file.replace('/dist/', '/')

function relative(from, to) {
  const specifier = path.relative(path.dirname(from), to).replace(/\.d\.ts$/, '.js')
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}
