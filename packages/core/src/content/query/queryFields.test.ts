import { presenterBehavior } from '../../event/presenter.js'
import { slotBehavior } from '../../event/slotBehaviors.js'
import type { JsonValue } from '../../foundation/json.js'
import { operatorForms, type QueryField, stockQueryFields, widgetOf } from './queryFields.js'
import { readQuerystring } from './querystring.js'
import { readRows } from './querystringBody.js'
import { fullNameOf } from './querystringOperators.js'
import { sortedBy } from './searchIndexes.js'

const behaviors = [slotBehavior, presenterBehavior]
const brought = new Map(behaviors.flatMap(({ indexes = {} }) => Object.entries(indexes)))
const fields: readonly QueryField[] = [...stockQueryFields, ...behaviors.flatMap(({ queryFields = [] }) => queryFields)]

const samples: Readonly<Record<string, JsonValue>> = {
  DateWidget: '2027-01-01',
  DateRangeWidget: ['2020-01-01', '2030-01-01'],
  RelativeDateWidget: '7',
  MultipleSelectionWidget: ['some'],
  autocomplete: ['some'],
  ReferenceWidget: `${'f'.repeat(32)}::1`,
  RelativePathWidget: './',
  StringWidget: 'some',
}

const context = {
  now: Date.UTC(2027, 0, 1),
  userId: 'ana',
  path: '/a',
  pathOfUid: () => '/found',
  indexes: brought,
  primaryWorkflow: 'review',
  typesWithTitle: () => [],
}

const questions = fields.flatMap(field => field.operations.map(operation => [field, operation] as const))

describe('an index of the query form', () => {
  it.each(questions.map(([field, operation]) => [field.index, operation, field] as const))(
    'is supported: %s %s',
    (index, operation, field) => {
      const widget = widgetOf(operation, field)
      const value = widget === null ? undefined : samples[widget]
      expect([widget, value]).not.toEqual([expect.any(String), undefined])
      const row = { i: index, o: fullNameOf(operation), ...(value === undefined ? {} : { v: value }) }
      const sent = readRows([row])
      const read = sent.ok ? readQuerystring(sent.rows, context) : sent
      expect(read).toMatchObject({ ok: true })
      expect(read).not.toMatchObject({ where: [{ kind: 'nothing' }] })
    },
  )

  it('is sortable if the form specifies it', () => {
    const sortable = fields.filter(({ isSortable }) => isSortable).map(({ index }) => index)
    expect(sortable.length).toBeGreaterThan(8)
    expect(sortable.filter(index => sortedBy(index, brought) === undefined)).toEqual([])
  })

  it('has only operators with a title and with a working operation', () => {
    const used = new Set(questions.map(([, operation]) => operation))
    expect([...used].sort()).toEqual(Object.keys(operatorForms).sort())
  })
})
