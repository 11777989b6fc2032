import fc from 'fast-check'
import type { TestUser } from '../testSite.js'

const ofPages = ['Document', 'Document', 'News Item', 'Event', 'Link', 'Image', 'File', 'collective.polls.poll']
const inside: Readonly<Record<string, readonly string[]>> = {
  'Plone Site': [...ofPages, 'Venue', 'Schedule', 'Schedule', 'SponsorsDB', 'Presenter', 'Presenter'],
  Document: ofPages,
  'News Item': ofPages,
  Event: ofPages,
  Venue: ['Room', 'Room', 'Document'],
  Schedule: ['Talk', 'Keynote', 'Training', 'Break', 'Slot', 'OpenSpace'],
  SponsorsDB: ['SponsorLevel'],
  SponsorLevel: ['Sponsor'],
}

export const typesIn = (container: string): readonly string[] => inside[container] ?? []

const user = fc.constantFrom('mia', 'rex', 'AuthenticatedUsers')
const role = fc.constantFrom('Reader', 'Editor', 'Contributor', 'Reviewer')
const transition = fc.constantFrom(
  ...['publish', 'publish', 'open', 'submit', 'limit', 'hide', 'show', 'show_internally', 'publish_internally'],
)
const workflow = fc.constantFrom(
  ...['simple_publication_workflow', 'folder_workflow', 'intranet_workflow', 'view_workflow', 'listing_workflow'],
)

const plan = fc.record({
  container: fc.nat(),
  type: fc.nat(),
  author: fc.constantFrom<TestUser>('max', 'max', 'mia'),
  moves: fc.array(transition, { maxLength: 2 }),
  sharing: fc.option(fc.record({ user, role, inherit: fc.boolean() })),
  references: fc.array(fc.nat(), { maxLength: 3 }),
  isEdited: fc.boolean(),
  isRenamed: fc.boolean(),
  isDefaultPage: fc.boolean(),
})

export type ObjectPlan = typeof plan extends fc.Arbitrary<infer Plan> ? Plan : never

/** Generates a plan for a tree of objects, and the workflows of some types. */
export const arbitraryTree = fc.record({
  workflows: fc.dictionary(fc.constantFrom('Document', 'News Item', 'Venue', 'Room', 'Presenter', 'Talk'), workflow),
  // A bias towards small numbers would put all objects into the first containers.
  objects: fc.noBias(fc.array(plan, { minLength: 12, maxLength: 20 })),
})

export type TreePlan = typeof arbitraryTree extends fc.Arbitrary<infer Plan> ? Plan : never
