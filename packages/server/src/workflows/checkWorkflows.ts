import { createSite, type Extensions, ModelError, memoryContentStore, memoryUserDirectory } from '@plenum/core'
import { shippedWorkflows } from '@plenum/core/workflow'
import { createNodePlatform } from '@plenum/platform'
import { loadWorkflows } from './loadWorkflows.js'
import { workflowNotes } from './workflowNotes.js'

export function checkWorkflows(directory: string) {
  const { definitions, behaviors, faults } = loadWorkflows(directory)
  const known = { behaviors, definitions: [...shippedWorkflows, ...definitions] }
  const problems = [...faults, ...modelProblems({ workflows: definitions, behaviors })]
  if (problems.length > 0)
    return { isSound: false, lines: [`${directory} has faults:`, ...problems.map(line => `  ${line}`)] }
  return {
    isSound: true,
    lines: [
      `${definitions.length} ${definitions.length === 1 ? 'workflow is' : 'workflows are'} valid: ${definitions.map(({ id }) => id).join(', ')}.`,
      ...definitions.flatMap(one => workflowNotes(one, known)).map(note => `  Note: ${note}`),
    ],
  }
}

function modelProblems(extensions: Extensions): readonly string[] {
  try {
    createSite(createNodePlatform({ content: memoryContentStore(), users: memoryUserDirectory() }), extensions)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}
