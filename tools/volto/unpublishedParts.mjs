import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const view = async (...args) => JSON.parse((await run('npm', ['view', ...args, '--json'])).stdout || 'null')

/**
 * Returns the `@plone` packages that a version of Volto requires at run time or during its build and that are not
 * available from npm.
 */
export async function unpublishedParts(version) {
  const volto = await view(`@plone/volto@${version}`)
  const parts = Object.entries({ ...volto.dependencies, ...volto.devDependencies })
  const own = parts.filter(([name]) => name.startsWith('@plone/'))
  const names = own.map(([name, range]) => `${name}@${range}`)
  const versions = await Promise.all(names.map(name => view(name, 'version').catch(() => null)))
  return names.filter((_, i) => versions[i] === null)
}
