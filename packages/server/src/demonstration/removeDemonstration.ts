import { asOwner, type Site } from '@plenum/core'

/** The title of a site without content. */
export const emptyTitle = 'Site'

/** Removes the demonstration and returns a report of removed and remaining objects. */
export async function removeDemonstration(site: Site): Promise<readonly string[]> {
  const { removed, retained: kept, isRootEmptied } = await asOwner(site, 'removeExamples', { title: emptyTitle })
  if (removed + kept.length === 0) return ['This site holds no demonstration.']
  return [
    `Removed objects of the demonstration: ${removed}.`,
    ...kept.map(({ path, title }) => `Still there, because it holds content of yours: ${path} (${title}).`),
    ...(isRootEmptied ? ['The front page and the dates of the event are empty.'] : []),
  ]
}
