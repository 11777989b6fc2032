import { foundationMemberWorkflow } from './membership.js'
import { shortestPath } from './shortestPath.js'
import { simplePublicationWorkflow, stockWorkflows } from './stockWorkflows.js'

describe('the path to a state', () => {
  it('is the shortest one of transitions that people can execute', () => {
    expect(shortestPath(simplePublicationWorkflow, 'private', 'published')).toEqual(['publish'])
    expect(shortestPath(simplePublicationWorkflow, 'private', 'private')).toEqual([])
    const intranet = stockWorkflows.find(({ id }) => id === 'intranet_workflow')
    expect(intranet && shortestPath(intranet, 'private', 'external')).toEqual([
      'show_internally',
      'publish_internally',
      'publish_externally',
    ])
  })

  it('does not exist if no transitions lead there', () => {
    expect(shortestPath(foundationMemberWorkflow, 'active', 'pending')).toBeNull()
    expect(shortestPath(foundationMemberWorkflow, 'pending', 'nowhere')).toBeNull()
  })
})
