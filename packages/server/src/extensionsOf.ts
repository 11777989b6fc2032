import { createSite, type Extensions, type Site } from '@plenum/core'
import { createNodePlatform, type NodePlatformOptions, type Stores } from '@plenum/platform'
import type { Config } from './config.js'
import { StartError } from './startError.js'

/**
 * Loads the extensions that the settings specify. Throws a StartError that lists all problems in the workflow files.
 */
export async function extensionsOf({ workflowsDir }: Config): Promise<Extensions> {
  if (workflowsDir === undefined) return {}
  // The module is imported lazily, because compiling its schemas takes a quarter of the startup time.
  const { loadWorkflows } = await import('./workflows/loadWorkflows.js')
  const { definitions, behaviors, faults } = loadWorkflows(workflowsDir)
  if (faults.length > 0) throw new StartError(['WORKFLOWS_DIR: the workflows have errors:', ...faults].join('\n  '))
  return { workflows: definitions, behaviors }
}

export const siteOn = async (stores: Stores, config: Config, options: NodePlatformOptions = {}): Promise<Site> =>
  createSite(createNodePlatform(stores, options), await extensionsOf(config))
