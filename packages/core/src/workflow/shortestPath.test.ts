import { foundationMemberWorkflow } from './membership.js'
import { shortestPath } from './shortestPath.js'
import { simplePublicationWorkflow, stockWorkflows } from './stockWorkflows.js'

describe('the way to a state', () => {
  it('is the shortest, by transitions that people can take', () => {
    expect(shortestPath(simplePublicationWorkflow, 'private', 'published')).toEqual(['publish'])
    expect(shortestPath(simplePublicationWorkflow, 'private', 'private')).toEqual([])
    const intranet = stockWorkflows.find(({ id }) => id === 'intranet_workflow')
    expect(intranet && shortestPath(intranet, 'private', 'external')).toEqual([
      'show_internally',
      'publish_internally',
      'publish_externally',
    ])
  })

  it('is none where nothing leads', () => {
    expect(shortestPath(foundationMemberWorkflow, 'active', 'pending')).toBeNull()
    expect(shortestPath(foundationMemberWorkflow, 'pending', 'nowhere')).toBeNull()
  })
})
