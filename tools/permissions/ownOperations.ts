import { defineOperation, type Site } from '@plenum/core'
import { ownRoute, type Route } from '@plenum/express-adapter'

/**
 * The operations that the application adds: one for each kind of permission, and one that also changes another object.
 */
export const operations = {
  notes: {
    count: defineOperation({
      summary: 'Returns the number of containers',
      permission: null,
      decide: ({ lineage }) => ({ answer: { containers: lineage.length - 1 } }),
    }),
    outline: defineOperation({
      summary: 'Returns the title',
      permission: 'View',
      decide: ({ object }) => ({ answer: { title: String(object.fields.title) } }),
    }),
    retitle: defineOperation({
      summary: 'Changes the title',
      permission: 'Modify portal content',
      decide: () => ({ answer: null, change: { update: { title: 'Changed' } } }),
    }),
    append: defineOperation({
      summary: 'Adds a page to the site root',
      permission: 'View',
      decide: () => ({ answer: null, change: { path: '/', create: { '@type': 'Document', title: 'Note' } } }),
    }),
  },
}

export const routesOf = (site: Site<typeof operations>): readonly Route[] => [
  ownRoute(site, 'GET @count-containers', 'notes.count'),
  ownRoute(site, 'GET @outline', 'notes.outline'),
  ownRoute(site, 'PATCH @retitle', 'notes.retitle'),
  ownRoute(site, 'POST @append-note', 'notes.append'),
]
