import {
  type Delivery,
  type DeliveryQuery,
  type DeliveryState,
  maxEnded,
  type Webhook,
  type WebhookChange,
  type WebhookStore,
} from '@plenum/core/ports'
import { appendEvents } from '../events/eventRows.js'
import { type Lease, leaseNamed } from '../leases.js'
import { type Connection, type Rows, type Sql, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'

export function webhookStore(reader: Rows, writer: Writer): WebhookStore {
  const deliveries = async (query: Sql): Promise<readonly Delivery[]> =>
    (await reader.rows<DocRow>(query)).map(({ doc }) => JSON.parse(doc) as Delivery)
  const lease = leaseNamed('webhooks', reader, writer)
  const first = async (query: Sql): Promise<Delivery | null> => (await deliveries(query))[0] ?? null
  return {
    webhooks: () => webhooksIn(reader),
    change: decide =>
      writer.write(
        async connection => write(connection, lease, decide(await webhooksIn(connection))),
        isWritten => isWritten,
      ),
    deliveries: async query => {
      const where = matching(query)
      const total = await reader.row<{ rows: number }>(
        sql`SELECT count(*) AS rows FROM webhook_delivery WHERE ${where}`,
      )
      const page = sql`ORDER BY number DESC LIMIT ${query.size} OFFSET ${query.start}`
      const items =
        query.size === 0 ? [] : await deliveries(sql`SELECT doc FROM webhook_delivery WHERE ${where} ${page}`)
      return { items, total: total?.rows ?? 0 }
    },
    delivery: (webhook, id) => first(sql`SELECT doc FROM webhook_delivery WHERE webhook = ${webhook} AND id = ${id}`),
    dueDelivery: (webhook, now) =>
      first(sql`
        SELECT doc FROM webhook_delivery WHERE webhook = ${webhook} AND state = 'waiting' AND due <= ${now}
        ORDER BY number LIMIT 1`),
    overdueDeliveries: (webhook, before) =>
      deliveries(sql`
        SELECT doc FROM webhook_delivery WHERE webhook = ${webhook} AND state = 'waiting' AND since < ${before}
        ORDER BY number LIMIT 100`),
    counts: async () => {
      const rows = await reader.rows<CountRow>(
        sql`SELECT webhook, state, count(*) AS deliveries FROM webhook_delivery GROUP BY webhook, state`,
      )
      return countsOf(rows)
    },
    lease: lease.take,
    release: lease.release,
  }
}

interface DocRow {
  readonly doc: string
}

interface CountRow {
  readonly webhook: string
  readonly state: DeliveryState
  readonly deliveries: number
}

export const webhooksIn = async (rows: Rows): Promise<readonly Webhook[]> =>
  (await rows.rows<DocRow>(sql`SELECT doc FROM webhook ORDER BY number`)).map(({ doc }) => JSON.parse(doc) as Webhook)

const matching = ({ webhook, state }: Pick<DeliveryQuery, 'webhook' | 'state'>): Sql =>
  state === undefined ? sql`webhook = ${webhook}` : sql`webhook = ${webhook} AND state = ${state}`

function countsOf(rows: readonly CountRow[]): ReadonlyMap<string, Readonly<Partial<Record<DeliveryState, number>>>> {
  const counts = new Map<string, Partial<Record<DeliveryState, number>>>()
  for (const { webhook, state, deliveries } of rows)
    counts.set(webhook, { ...counts.get(webhook), [state]: deliveries })
  return counts
}

/** Writes a change to webhooks. Returns false if the caller must roll back the transaction. */
async function write(
  connection: Connection,
  lease: Lease,
  { holder, webhooks = [], removed = [], deliveries = [], events = [] }: WebhookChange,
): Promise<boolean> {
  if (holder !== undefined && !(await lease.isHeldBy(connection, holder))) return false
  for (const webhook of webhooks) await connection.run(webhookAs(webhook))
  for (const id of removed) await connection.run(sql`DELETE FROM webhook WHERE id = ${id}`)
  for (const delivery of deliveries) await connection.run(deliveryAs(delivery))
  const ended = deliveries.filter(({ state }) => state !== 'waiting')
  for (const webhook of new Set(ended.map(delivery => delivery.webhook))) await connection.run(surplusOf(webhook))
  if (events.length > 0) await appendEvents(connection, 'stamp', events)
  return true
}

export const webhookAs = (webhook: Webhook): Sql => sql`
  INSERT INTO webhook (id, number, doc)
  VALUES (${webhook.id}, (SELECT coalesce(max(number), 0) + 1 FROM webhook), ${JSON.stringify(webhook)})
  ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`

const deliveryAs = (delivery: Delivery): Sql => {
  const { id, webhook, state, due, since } = delivery
  return sql`
    INSERT INTO webhook_delivery (id, webhook, number, state, due, since, doc)
    SELECT CAST(${id} AS text), w.id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_delivery WHERE webhook = w.id),
      CAST(${state} AS text), CAST(${due} AS bigint), CAST(${since} AS bigint), CAST(${JSON.stringify(delivery)} AS text)
    FROM webhook w WHERE w.id = ${webhook}
    ON CONFLICT (id) DO UPDATE SET
      state = excluded.state, due = excluded.due, since = excluded.since, doc = excluded.doc`
}

/** Returns SQL that deletes the ended deliveries of a webhook, except for the most recent ones. */
const surplusOf = (webhook: string): Sql => sql`
  DELETE FROM webhook_delivery WHERE webhook = ${webhook} AND state <> 'waiting' AND number <= (
    SELECT number FROM webhook_delivery WHERE webhook = ${webhook} AND state <> 'waiting'
    ORDER BY number DESC LIMIT 1 OFFSET ${maxEnded}
  )`
