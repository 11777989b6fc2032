import { targetOf } from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/lineage.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import type { Visit } from '../../run/visit.js'

/** Old addresses of one object that count. */
const maxOld = 100

/** Old addresses by the UID of their object, as far as they have been read. */
export type OldAddresses = Map<string, readonly string[]>

/** The paths by which links may name an object: its own, and its old ones with those of its containers. */
export async function pathsOfTarget(
  { reader }: Pick<Visit, 'reader'>,
  lineage: Lineage,
  known: OldAddresses = new Map(),
): Promise<readonly string[]> {
  const { path: own } = objectOf(lineage)
  const paths = [own]
  for (const { uid, path } of lineage.filter(({ path }) => path !== rootPath || own === rootPath)) {
    const old = known.get(uid) ?? (await reader.aliases({ uid, size: maxOld })).items.map(alias => alias.path)
    known.set(uid, old)
    paths.push(...old.map(alias => alias + own.slice(path.length)))
  }
  return paths
}

/** How references name what is at some paths of the site, whose URL is `base`. */
export const namesOfPaths = (paths: readonly string[], base: string): readonly string[] =>
  paths.flatMap(path => [path, targetOf(urlOf(base, path)) ?? path])
