import type { EventObject, EventOrigin, NewEvent } from '@plenum/core/ports'
import { atOrBelow } from '../content/nodeRows.js'
import { appendEvents } from '../events/eventRows.js'
import { deepestFirst } from '../rows/nodePaths.js'
import { type Connection, type Sql, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

export const addEvents: ChangeStep = async (connection, { events = [] }) => {
  await appendEvents(connection, 'stamp', events)
  return null
}

const objectsAtOnce = 200

export const addSubtreeEvents: ChangeStep = async (connection, change, slice) => {
  const { origin, removes = [], renames = [], updates = [] } = change
  if (!origin) return null
  const reported = new Set<string>()
  const add = async (path: string, eventOf: (object: ObjectBefore) => NewEvent) => {
    for (let last = ''; ; ) {
      if (slice.isOver()) await slice.next()
      const objects = await objectsAfter(connection, path, last)
      const events = objects.filter(({ uid }) => !reported.has(uid)).map(eventOf)
      for (const { uid } of objects) reported.add(uid)
      if (events.length > 0) await appendEvents(connection, 'stamp', events)
      if (objects.length < objectsAtOnce) return
      last = objects.at(-1)?.path ?? ''
    }
  }
  for (const path of removes.toSorted()) await add(path, object => deletion(object, origin))
  const updated = new Set(updates.map(({ node }) => node.uid))
  for (const { from, to } of deepestFirst(renames, ({ from }) => from))
    await add(from, object => {
      const revision = object.revision + (updated.has(object.uid) ? 1 : 0)
      return relocation({ ...object, revision }, to + object.path.slice(from.length), origin)
    })
  return null
}

interface ObjectBefore extends EventObject {
  readonly viewers: readonly string[]
}

async function objectsAfter(connection: Connection, path: string, last: string): Promise<readonly ObjectBefore[]> {
  const rows = await connection.rows<EventObject & { readonly holders: string }>(selectObjects(path, last))
  return rows.map(({ uid, path, type, revision, holders }) => {
    return { uid, path, type, revision, viewers: JSON.parse(holders) as readonly string[] }
  })
}

const selectObjects = (path: string, last: string): Sql => sql`
  SELECT n.uid, n.path, n.type, n.revision, a.holders FROM node n JOIN access a ON a.id = n.access_id
  WHERE ${atOrBelow(path)} AND n.path > ${last} ORDER BY n.path LIMIT ${objectsAtOnce}`

function deletion({ viewers, ...object }: ObjectBefore, origin: EventOrigin): NewEvent {
  return { ...origin, kind: 'deleted', object, viewers }
}

function relocation({ viewers, path: oldPath, ...object }: ObjectBefore, path: string, origin: EventOrigin): NewEvent {
  return { ...origin, kind: 'moved', object: { ...object, path }, oldPath, viewers }
}
