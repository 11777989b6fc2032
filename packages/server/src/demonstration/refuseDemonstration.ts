import { asOwner, type Site } from '@plenum/core'
import { StartError } from '../startError.js'
import { type Ask, isYes } from '../terminal/askAtTerminal.js'
import { removeDemonstration } from './removeDemonstration.js'

interface Asking {
  /** Null without a terminal. */
  readonly ask: Ask | null
  say(line: string): void
}

/**
 * Prevents an import from mixing with the demonstration. At a terminal, offers to remove the demonstration first;
 * otherwise throws a StartError.
 */
export async function refuseDemonstration(site: Site, { ask, say }: Asking): Promise<void> {
  const examples = await asOwner(site, 'countExamples')
  if (examples === 0) return
  const problem = `This site holds the demonstration (${examples} objects); the import would be mixed with it.`
  const answer = ask ? await ask(`${problem} Remove it first? [y/N] `) : ''
  if (!isYes(answer))
    throw new StartError(
      `${ask ? 'Nothing was imported.' : problem} Remove it with \`plenum demo remove\`, or keep it with --keep-demo.`,
    )
  for (const line of await removeDemonstration(site)) say(line)
}
