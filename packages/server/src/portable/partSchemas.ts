import { mailStates, type PartKind } from '@plenum/core/ports'

const text = { type: 'string' }
const integer = { type: 'integer' }
const instant = { type: ['integer', 'null'] }
const texts = { type: 'array', items: text }
const bytes = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }

const having = (properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
})

const anything = { type: 'object' }
const node = having({
  uid: { type: 'string', minLength: 1 },
  path: { type: 'string', pattern: '^/' },
  type: text,
  revision: integer,
  created: integer,
  modified: integer,
  creator: text,
  fields: anything,
  states: anything,
  permissions: anything,
  localRoles: anything,
  blockLocalRoles: { type: 'boolean' },
})
const record = having({ workflow: text, actor: text, comments: text, state: text, time: integer })
const version = having({ number: integer, time: integer, actor: text, comments: text, records: integer, node })
const lock = { ...having({ token: text, creator: text, created: integer, timeout: integer }), type: ['object', 'null'] }
const target = { anyOf: [having({ uid: text }), having({ url: text })] }
const pair = { type: 'array', items: integer, minItems: 2, maxItems: 2 }
const tally = having({ counts: { type: 'array', items: pair }, voters: integer, casts: integer, lastVote: instant })
const voter = {
  anyOf: [having({ kind: { const: 'member' }, id: text }), having({ kind: { const: 'visitor' }, token: text })],
}
const user = having({ id: text, email: text, roles: texts, groups: texts, passwordHash: text, created: integer })

/** The schemas for the lines of a backup (docs/backup-format.md, Parts). */
export const partSchemas: Readonly<Record<PartKind, object>> = {
  file: having({ digest: text, number: integer, bytes }),
  object: having({ order: { type: 'integer', minimum: 1 }, position: integer, node, lock }),
  record: having({ uid: text, record }),
  version: having({ uid: text, version }),
  alias: having({ path: text, target, created: instant, manual: { type: 'boolean' } }),
  votes: having({ poll: text, tally }),
  voter: having({ poll: text, voter }),
  user: having({
    user,
    endedLogins: having({ before: integer, until: { type: 'object', additionalProperties: integer } }),
  }),
  portrait: having({ user: text, portrait: having({ digest: text, contentType: text, bytes }) }),
  group: having({ id: text, title: text, description: text, email: text, roles: texts }, { groups: texts }),
  formerUser: having({ id: text }),
  webhook: having({
    id: text,
    title: text,
    address: text,
    filter: having({ kinds: texts, types: texts, workflows: texts, path: text }),
    created: integer,
  }),
  mail: having({
    id: text,
    event: text,
    release: integer,
    presenter: text,
    sessions: texts,
    omitted: integer,
    created: integer,
    since: instant,
    state: { enum: mailStates },
    due: integer,
    attempts: integer,
    unconfirmed: integer,
  }),
}
