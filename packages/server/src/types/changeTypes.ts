import {
  asOwner,
  type ChooseBehaviors,
  type Site,
  type TypeChoice,
  type TypeInformation,
  type TypeLosses,
} from '@plenum/core'
import { StartError } from '../startError.js'
import { isYes, type Prompt } from '../terminal/promptAtTerminal.js'
import { workflowWarnings } from '../workflows/workflowWarnings.js'

interface Surroundings {
  readonly site: Site
  /**
   * Whether changes may lose data without confirmation. If the value is false, the user must confirm such changes at
   * the terminal.
   */
  readonly hasConsent: boolean
  /** The function that prompts the user for input, or null if the program does not run at a terminal. */
  readonly prompt: Prompt | null
  say(line: string): void
}

export type TypeChanges = ReturnType<typeof typeChanges>

/**
 * Creates functions that change types. The changes also affect existing content. Each function prints the data that
 * objects would lose, and rejects with a StartError unless the loss is confirmed.
 */
export function typeChanges(around: Surroundings) {
  const { site, say } = around
  const setBehaviors = async (type: string, choose: ChooseBehaviors): Promise<void> => {
    const { behaviors } = await typeOf(site, type)
    await allow({ type, kind: 'behaviors', names: choose(behaviors) }, around)
    await asOwner(site, 'setTypeBehaviors', { type, behaviors: choose })
    const now = await typeOf(site, type)
    say(`${type} has the behaviors ${now.behaviors.join(', ') || 'none'}.`)
    workflowWarnings(now).forEach(say)
  }
  return {
    add: (type: string, names: readonly string[]) =>
      setBehaviors(type, present => [...new Set([...present, ...names])]),
    remove: (type: string, names: readonly string[]) =>
      setBehaviors(type, present => {
        requireAll(type, names, present)
        return present.filter(name => !names.includes(name))
      }),
    set: (type: string, names: readonly string[]) => setBehaviors(type, () => names),
    setWorkflows: async (type: string, workflows: readonly string[] | null): Promise<void> => {
      await allow({ type, kind: 'workflows', names: workflows }, around)
      await asOwner(site, 'setTypeWorkflows', { type, workflows })
      const now = await typeOf(site, type)
      say(`${type} has the workflows ${now.workflows.join(', ') || 'none'}.`)
      workflowWarnings(now).forEach(say)
      say('Existing content keeps its permissions until `plenum workflow repair`.')
    },
  }
}

async function typeOf(site: Site, id: string): Promise<TypeInformation> {
  const types = await asOwner(site, 'listTypes')
  const match = types.find(type => type.id === id)
  if (match) return match
  throw new StartError(`There is no type ${id}. The existing types are: ${types.map(type => type.id).join(', ')}.`)
}

function requireAll(type: string, names: readonly string[], behaviors: readonly string[]): void {
  const missing = names.filter(name => !behaviors.includes(name))
  if (missing.length === 0) return
  throw new StartError(`${type} does not have ${missing.join(', ')}. It has: ${behaviors.join(', ') || 'none'}.`)
}

async function allow(choice: TypeChoice, { site, hasConsent, prompt, say }: Surroundings): Promise<void> {
  await typeOf(site, choice.type)
  const losses = translateLosses(choice, await asOwner(site, 'previewTypeLosses', choice))
  losses.forEach(say)
  if (losses.length === 0 || hasConsent) return
  if (prompt && isYes(await prompt('Do it? [y/N] '))) return
  const more = choice.kind === 'behaviors' ? ', or add behaviors to the existing ones with `plenum types add`' : ''
  throw new StartError(`Nothing was changed. To do it anyway, repeat the command with --yes${more}.`)
}

/** Returns a sentence for each loss. Replacing workflows with other workflows is not treated as a loss. */
const translateLosses = ({ type, kind, names }: TypeChoice, losses: TypeLosses): readonly string[] => [
  ...(kind === 'behaviors' ? behaviorLosses(type, losses) : []),
  ...(losses.reviewState ? [reviewStateLoss(type, names ?? [])] : []),
]

function behaviorLosses(type: string, { behaviors, fields, workflows }: TypeLosses): readonly string[] {
  if (behaviors.length === 0) return []
  const lost = [
    ...(fields.length > 0 ? [`the fields ${fields.join(', ')}`] : []),
    ...(workflows.length > 0 ? [`the workflows ${workflows.join(', ')}`] : []),
  ]
  const more = lost.length > 0 ? `, and with them ${lost.join(' and ')}` : ''
  return [`${type} loses the behaviors ${behaviors.join(', ')}${more}. Stored values remain and return with them.`]
}

function reviewStateLoss(type: string, [first]: readonly string[]): string {
  const loss = `${type} loses its review_state, so its content can no longer be published or made private`
  if (first === undefined) return `${loss}.`
  return `${loss}: ${first} is not a primary workflow (its stateVariable is not review_state). Name a primary workflow first; \`plenum types add\` adds the behavior that contributes another one.`
}
