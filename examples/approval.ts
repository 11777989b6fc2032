import { translateEnglish } from '@plenum/core'
import { mergeHistory } from '@plenum/core/history'
import {
  attemptTransition,
  blockerMessage,
  defineWorkflow,
  explainTransitions,
  type Guard,
  startWorkflows,
  type TransitionId,
  type TransitionOutcome,
} from '@plenum/core/workflow'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import Database from 'libsql'

interface User {
  readonly id: string
  readonly role: string
}

interface Invoice {
  readonly number: number
  readonly amount: number
  readonly creator: string
  readonly states: Readonly<Record<string, string>>
}

type Records = TransitionOutcome<Invoice>['records']

const approval = defineWorkflow({
  id: 'approval',
  title: 'Approval',
  stateVariable: 'review_state',
  initialState: 'draft',
  states: [
    { id: 'draft', title: 'Draft', transitions: ['submit'] },
    { id: 'submitted', title: 'Submitted', transitions: ['approve', 'return'] },
    { id: 'approved', title: 'Approved', transitions: [] },
  ],
  transitions: [
    { id: 'submit', title: 'Submit', to: 'submitted', guard: { roles: ['Clerk'] } },
    { id: 'approve', title: 'Approve', to: 'approved', guard: { roles: ['Accountant'] } },
    { id: 'return', title: 'Return', to: 'draft', guard: { roles: ['Accountant'] } },
  ],
  historyGuard: {},
})

type Action = TransitionId<typeof approval>

const chain = [approval]
const actions = approval.transitions.map(({ id }) => id)

/** Opens a database with invoices and returns the functions that read and change the invoices. */
function invoicesIn(file: string) {
  const db = new Database(file)
  db.exec(`
    CREATE TABLE IF NOT EXISTS invoices (number INTEGER PRIMARY KEY, amount INTEGER, creator TEXT, states TEXT);
    CREATE TABLE IF NOT EXISTS records (number INTEGER, record TEXT);
  `)
  const insert = db.prepare('INSERT INTO invoices (amount, creator) VALUES (?, ?)')
  const update = db.prepare('UPDATE invoices SET states = ? WHERE number = ?')
  const select = db.prepare('SELECT number, amount, creator, states FROM invoices WHERE number = ?')
  const addRecord = db.prepare('INSERT INTO records VALUES (?, ?)')
  const selectRecords = db.prepare('SELECT record FROM records WHERE number = ? ORDER BY rowid')

  const contextOf = ({ id, role }: User, comments: string) => ({
    actor: id,
    comments,
    time: Date.now(),
    // Two persons are required, because users may not approve invoices that they have created.
    checkGuard: (guard: Guard, { creator }: Invoice) =>
      !guard.roles || (guard.roles.includes(role) && (role !== 'Accountant' || creator !== id)),
    evaluate: () => null,
  })
  const store = ({ node, records }: { readonly node: Invoice; readonly records: Records }): Invoice => {
    update.run(JSON.stringify(node.states), node.number)
    for (const record of records) addRecord.run(node.number, JSON.stringify(record))
    return node
  }
  const find = (number: number): Invoice | null => {
    const row: unknown = select.get(number)
    if (!isRow(row)) return null
    const { amount, creator } = row
    return { number, amount, creator, states: JSON.parse(row.states) }
  }
  return {
    find,
    create: db.transaction((amount: number, user: User) => {
      const { lastInsertRowid } = insert.run(amount, user.id)
      const invoice = { number: Number(lastInsertRowid), amount, creator: user.id, states: {} }
      return store(startWorkflows<Invoice>(invoice, chain, contextOf(user, '')))
    }),
    move: db.transaction((invoice: Invoice, transition: Action, user: User, comment: string) => {
      const decision = attemptTransition(invoice, chain, { transition, context: contextOf(user, comment) })
      return decision.kind === 'moved' ? store(decision) : null
    }),
    explain: (invoice: Invoice, user: User) => {
      const { checkGuard } = contextOf(user, '')
      const failing = (guard: Guard) => (checkGuard(guard, invoice) ? [] : (['roles'] as const))
      return explainTransitions(invoice, chain, failing).map(({ transition, blockers }) => ({
        id: transition.id,
        blockers: blockers.map(blocker => translateEnglish(blockerMessage(blocker, transition))),
      }))
    },
    history: ({ number }: Invoice) =>
      mergeHistory({
        definitions: chain,
        records: selectRecords.all(number).map(row => JSON.parse((row as { record: string }).record)),
      }),
  }
}

const isRow = (row: unknown): row is Omit<Invoice, 'states'> & { readonly states: string } => row !== undefined

/** Serves invoices. The `userOf` function returns the user who sent a request. */
export function approvalService(file: string, userOf: (req: FastifyRequest) => User): FastifyInstance {
  const invoices = invoicesIn(file)
  const app = fastify()
  const number = { type: 'integer', minimum: 1 } as const
  const params = { type: 'object', properties: { number } }
  const body = { type: 'object', properties: { amount: number, comment: { type: 'string', maxLength: 1000 } } }
  const of = ({ params }: FastifyRequest) => invoices.find((params as { number: number }).number)
  const missing = { error: 'There is no such invoice.' }

  app.post<{ Body: { amount: number } }>(
    '/invoices',
    { schema: { body: { ...body, required: ['amount'] } } },
    async (req, reply) => reply.code(201).send(invoices.create(req.body.amount, userOf(req))),
  )
  app.get('/invoices/:number', { schema: { params } }, async (req, reply) => {
    const invoice = of(req)
    if (!invoice) return reply.code(404).send(missing)
    return { ...invoice, transitions: invoices.explain(invoice, userOf(req)), history: invoices.history(invoice) }
  })
  app.post<{ Params: { number: number; transition: Action }; Body: { comment?: string } }>(
    '/invoices/:number/:transition',
    { schema: { params: { type: 'object', properties: { number, transition: { enum: actions } } }, body } },
    async (req, reply) => {
      const invoice = of(req)
      if (!invoice) return reply.code(404).send(missing)
      const moved = invoices.move(invoice, req.params.transition, userOf(req), req.body.comment ?? '')
      return moved ?? reply.code(409).send({ transitions: invoices.explain(invoice, userOf(req)) })
    },
  )
  return app
}
