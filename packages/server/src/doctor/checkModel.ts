import { asOwner, createSite, type Extensions, ModelError, memoryStore } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { fault, type Problem } from './problem.js'

const remedy =
  'Name the folder of your workflows and their behaviors in WORKFLOWS_DIR, correct them, or take them away from the type by `plenum types remove`, while the folder is still named.'

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
