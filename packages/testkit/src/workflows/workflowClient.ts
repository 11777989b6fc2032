import type { RequestListener } from 'node:http'
import type { JsonObject } from '@plenum/core'
import { buildType } from '../builders.js'
import { httpClient } from '../httpClient.js'
import type { TestSite } from '../testSite.js'

/** A type with versions, and with translation beside publication. */
export const paperType = buildType('Paper', {
  behaviors: ['plone.basic', 'plone.publication', 'plone.versioning', 'plenum.translation_status'],
})

/** Content by its workflows: publication and membership, publication alone, publication and translation, none. */
export const workflowBodies = {
  pro: { '@type': 'Profile', title: 'Ada', email: 'ada@example.org' },
  page: { '@type': 'Document', title: 'Page' },
  paper: { '@type': paperType.id, title: 'Paper' },
  file: { '@type': 'File', file: { data: 'aGk=', encoding: 'base64', filename: 'f.txt' } },
} satisfies Record<string, JsonObject>

/** Content of a test site and its workflows over HTTP, by max. */
export function workflowClient<Name extends string>(
  { clock }: TestSite,
  app: RequestListener,
  bodies: Readonly<Record<Name, JsonObject>>,
) {
  const http = httpClient(app)
  return {
    ...http,
    /** Adds content of a kind, with the kind as its id unless told otherwise. */
    add: (kind: Name, container = '/', id: string = kind) => http.post(container, { ...bodies[kind], id }).expect(201),
    /** A transition, a minute later than whatever was before. */
    move: async (path: string, transition: string): Promise<void> => {
      clock.now += 60_000
      await http.post(`${path}/@workflow/${transition}`).expect(200)
    },
  }
}

export type WorkflowClient<Name extends string> = ReturnType<typeof workflowClient<Name>>
