import type { RequestListener } from 'node:http'
import type { JsonObject } from '@plenum/core'
import { buildType } from '../builders.js'
import { httpClient } from '../httpClient.js'
import type { TestSite } from '../testSite.js'

/** A versioned type with two workflows, which are the publication workflow and the translation workflow. */
export const paperType = buildType('Paper', {
  behaviors: ['plone.basic', 'plone.publication', 'plone.versioning', 'plenum.translation_status'],
})

/**
 * The request bodies for content with different workflows. In order, these are publication and membership, only
 * publication, both publication and translation, and none.
 */
export const workflowBodies = {
  pro: { '@type': 'Profile', title: 'Ada', email: 'ada@example.org' },
  page: { '@type': 'Document', title: 'Page' },
  paper: { '@type': paperType.id, title: 'Paper' },
  file: { '@type': 'File', file: { data: 'aGk=', encoding: 'base64', filename: 'f.txt' } },
} satisfies Record<string, JsonObject>

/** Creates a client that uses the content and workflows of a test site over HTTP as the user max. */
export function workflowClient<Name extends string>(
  { clock }: TestSite,
  app: RequestListener,
  bodies: Readonly<Record<Name, JsonObject>>,
) {
  const http = httpClient(app)
  return {
    ...http,
    /** Adds an object. The id defaults to the name of the kind. */
    add: (kind: Name, container = '/', id: string = kind) => http.post(container, { ...bodies[kind], id }).expect(201),
    /** Runs a transition after advancing the clock by one minute. */
    move: async (path: string, transition: string): Promise<void> => {
      clock.now += 60_000
      await http.post(`${path}/@workflow/${transition}`).expect(200)
    },
  }
}

export type WorkflowClient<Name extends string> = ReturnType<typeof workflowClient<Name>>
