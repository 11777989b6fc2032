import { asOwner, type Site } from '@plenum/core'
import { StartError } from '../startError.js'
import { isYes, type Prompt } from '../terminal/promptAtTerminal.js'

const emptyTitle = 'Site'

export async function removeDemonstration(site: Site): Promise<readonly string[]> {
  const { removed, retained, isRootEmptied } = await asOwner(site, 'removeExamples', { title: emptyTitle })
  if (removed + retained.length === 0) return ['This site does not contain the demonstration.']
  return [
    `Demonstration objects removed: ${removed}.`,
    ...retained.map(({ path, title }) => `Kept because it contains content of yours: ${path} (${title}).`),
    ...(isRootEmptied ? ['The front page and the dates of the event have been cleared.'] : []),
  ]
}

interface Terminal {
  /** The function that prompts the user for input, or null if the program does not run at a terminal. */
  readonly prompt: Prompt | null
  say(line: string): void
}

/**
 * Prevents an import into a site that contains the demonstration. At a terminal, offers to remove the demonstration.
 * Otherwise, throws a StartError.
 */
export async function refuseDemonstration(site: Site, { prompt, say }: Terminal): Promise<void> {
  const examples = await asOwner(site, 'countExamples')
  if (examples === 0) return
  const problem = `This site holds the demonstration (${examples} objects); the import would be mixed with it.`
  const answer = prompt ? await prompt(`${problem} Remove it first? [y/N] `) : ''
  if (!isYes(answer))
    throw new StartError(
      `${prompt ? 'Nothing was imported.' : problem} Remove it with \`plenum demo remove\`, or keep it with --keep-demo.`,
    )
  for (const line of await removeDemonstration(site)) say(line)
}
