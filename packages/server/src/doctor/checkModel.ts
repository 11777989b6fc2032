import { asOwner, createSite, type Extensions, ModelError, memoryStore } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { fault, type Problem } from './problem.js'

const remedy =
  'Set WORKFLOWS_DIR to the folder of your workflows and their behaviors and correct them there, or remove them from the type with `plenum types remove` while WORKFLOWS_DIR still names the folder.'

/**
 * Builds the types and workflows like a start: those of the program, those of `extensions`, and the choices of the site
 * in `stores`. Null: there is no site and therefore no choice.
 */
export async function checkModel(
  stores: Parameters<typeof createNodePlatform>[0] | null,
  extensions: Extensions,
): Promise<readonly Problem[]> {
  try {
    const site = createSite(createNodePlatform(stores ?? memoryStore()), extensions)
    if (stores) await asOwner(site, 'listTypes')
    return []
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error.problems.map(problem => fault(problem, remedy))
  }
}
