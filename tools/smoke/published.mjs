import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { installed, manifestOf, published } from './packages.mjs'
import { root, run } from './programs.mjs'

const read = file => readFileSync(file, 'utf8')
const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true }).flatMap(name => (name.endsWith(ending) ? [path.join(folder, name)] : []))

function failOn(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/**
 * Checks the exports, types and files of each package with publint. Also checks the license, and the sources in source
 * maps.
 */
export async function checkManifests(program) {
  for (const name of published) {
    const pkgDir = installed(program, name)
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true })
    failOn(messages.map(message => `${name}: ${formatMessage(message, pkg, { color: false })}`))
    const isLicence = read(path.join(pkgDir, 'LICENSE')) === read(path.join(root, 'LICENSE'))
    failOn(isLicence ? [] : [`${name}: its LICENSE is another than that of the repository`])
    failOn(filesOf(path.join(pkgDir, 'dist'), '.map').flatMap(sourcesMissingFrom))
  }
}

function sourcesMissingFrom(map) {
  const missing = JSON.parse(read(map)).sources.filter(source => !existsSync(path.resolve(path.dirname(map), source)))
  return missing.map(source => `${map}: ${source} is not there`)
}

/**
 * Compiles imports of all exports, including the declarations of dependencies. Core must compile without the
 * declarations of Node.
 */
export async function checkTypes(program) {
  const specifiers = published.flatMap(name =>
    Object.keys(manifestOf(program, name).exports)
      .filter(entryPoint => !entryPoint.endsWith('.json'))
      .map(entryPoint => `@plenum/${name}${entryPoint.slice(1)}`),
  )
  const isOfCore = specifier => specifier.startsWith('@plenum/core')
  await compile(program, specifiers.filter(isOfCore), '')
  await compile(program, specifiers, 'node')
  return `${specifiers.length} entry points`
}

async function compile(program, specifiers, types) {
  const imports = specifiers.map((specifier, i) => `export * as entryPoint${i} from '${specifier}'\n`)
  writeFileSync(path.join(program, 'entryPoints.ts'), imports.join(''))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const settings = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023', '--types', types]
  await run(process.execPath, [compiler, '--noEmit', ...settings, 'entryPoints.ts'], { cwd: program })
}

/**
 * Checks references such as `docs/polls.md, Voting` in declarations and READMEs. The `@plenum/core` package must
 * contain the cited pages and headings.
 */
export function checkComments(program) {
  const core = installed(program, 'core')
  const places = published.flatMap(name => {
    const folder = installed(program, name)
    const files = [path.join(folder, 'README.md'), ...filesOf(path.join(folder, 'dist'), '.d.ts')]
    return files.flatMap(file =>
      [...inOneLine(read(file)).matchAll(named)].map(([, page, rest]) => ({ file, page, rest })),
    )
  })
  const nowhere = places.filter(({ page, rest }) => !isHeading(path.join(core, page), rest))
  failOn(nowhere.map(({ file, page, rest = '' }) => `${file}: ${page}, ${rest} leads nowhere`))
  failOn(published.flatMap(name => deadLinksIn(path.join(installed(program, name), 'README.md'))))
  return `${places.length} times ${new Set(places.map(({ page }) => page)).size} pages`
}

const named = /\b(docs\/[\w-]+\.md)(?:, (.{1,60}))?/g
/** Joins the lines of a comment, because a reference can continue on the next line. */
const inOneLine = text => text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

function isHeading(page, rest) {
  if (!existsSync(page)) return false
  return rest === undefined || [...read(page).matchAll(/^## (.+)$/gm)].some(([, heading]) => rest.startsWith(heading))
}

function deadLinksIn(readme) {
  const links = [...read(readme).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link)
  return links.flatMap(link => (existsSync(path.resolve(path.dirname(readme), link)) ? [] : [`${readme}: ${link}`]))
}
