import { asOwner, type Site } from '@plenum/core'

/** The title of a site without content. */
export const emptyTitle = 'Site'

/** Removes the demonstration and returns a report of removed and remaining objects. */
export async function removeDemonstration(site: Site): Promise<readonly string[]> {
  const { removed, retained, isRootEmptied } = await asOwner(site, 'removeExamples', { title: emptyTitle })
  if (removed + retained.length === 0) return ['This site does not contain the demonstration.']
  return [
    `Demonstration objects removed: ${removed}.`,
    ...retained.map(({ path, title }) => `Kept because it contains content of yours: ${path} (${title}).`),
    ...(isRootEmptied ? ['The front page and the dates of the event have been cleared.'] : []),
  ]
}
