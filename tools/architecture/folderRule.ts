import type { Offence } from './offence.js'
import { coreFolderOf, isEntryPoint, isTest, packageOf } from './places.js'
import type { SourceFile } from './sourceFile.js'

const belowFeatures = ['foundation', 'answers', 'security', 'changeFeed', 'content', 'people']
const features = ['workflow', 'poll', 'event']

/**
 * The folders that each folder of core may import. Tests may import any folder, because they need the in-memory stores.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  answers: ['foundation'],
  security: ['foundation', 'answers'],
  changeFeed: ['foundation'],
  mails: ['foundation'],
  content: ['foundation', 'answers', 'security', 'changeFeed', 'mails'],
  people: ['foundation', 'answers', 'security', 'changeFeed'],
  workflow: belowFeatures,
  poll: belowFeatures,
  event: belowFeatures,
  history: [...belowFeatures, 'workflow'],
  portable: [...belowFeatures, 'webhooks', 'mails'],
  webhooks: ['foundation', 'changeFeed'],
  memory: [...belowFeatures, ...features, 'history', 'portable', 'webhooks', 'mails'],
  site: [...belowFeatures, ...features, 'history', 'portable', 'webhooks', 'mails'],
}

export function folderOffences(sources: readonly SourceFile[]): Offence[] {
  return sources.flatMap(source => {
    const folder = coreFolderOf(source.path)
    return folder === null || folder === '' || isTest(source.path) ? [] : offencesInFolder(source, folder)
  })
}

function offencesInFolder(source: SourceFile, folder: string): Offence[] {
  const allowed = layers[folder]
  if (!allowed) return [{ place: source.path, what: `folder ${folder}`, why: 'the layers of core do not name it' }]
  return source.imports.flatMap(({ specifier, target, place }) => {
    const other = target === null ? null : coreFolderOf(target)
    if (other === null || other === '' || other === folder || allowed.includes(other)) return []
    const why = `${folder} may import only ${allowed.join(', ') || 'itself'}`
    return [{ place, what: `imports ${specifier}`, why }]
  })
}

const scheduling = ['scheduler', 'sliceLoop', 'fairQueue', 'semaphore'].map(
  name => `packages/core/src/foundation/${name}.ts`,
)

/**
 * Checks that rules are plain functions or generators, because the operations that call them divide the work into time
 * slices.
 */
export function schedulingOffences(sources: readonly SourceFile[]): Offence[] {
  const rules = sources.filter(
    ({ path }) => [...features, 'history'].includes(coreFolderOf(path) ?? '') && !isTest(path),
  )
  return rules.flatMap(({ imports }) =>
    imports
      .filter(({ target }) => target !== null && scheduling.includes(target))
      .map(({ specifier, place }) => ({ place, what: `imports ${specifier}`, why: 'rules take no scheduler' })),
  )
}

/** Checks that the top level of core contains only folders, entry points and tests of entry points. */
export function topLevelOffences(sources: readonly SourceFile[]): Offence[] {
  return sources
    .filter(({ path }) => coreFolderOf(path) === '' && !isTest(path) && !isEntryPoint(path))
    .map(({ path }) => ({ place: path, what: 'stands at the top of core', why: 'every file belongs to a folder' }))
}

/**
 * Checks that no file imports an entry point of its own package, by path or by name. Tests of entry points are exempt,
 * because they must use an entry point in the same way as other packages.
 */
export function ownIndexOffences(sources: readonly SourceFile[]): Offence[] {
  const others = sources.filter(({ path }) => !(isTest(path) && coreFolderOf(path) === ''))
  return others.flatMap(source =>
    source.imports
      .filter(({ target }) => target !== null && isEntryPoint(target) && packageOf(target) === packageOf(source.path))
      .map(({ specifier, place }) => ({
        place,
        what: `imports ${specifier}`,
        why: 'a file imports the files of its own package, not its index',
      })),
  )
}
