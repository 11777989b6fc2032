import { addPublished, createTestSite } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field, FieldKind, Invariant } from '../fields/field.js'
import type { ReadingContext } from '../fields/reading.js'
import type { FieldValues } from '../node/node.js'
import type { RegisteredType } from './model.js'
import { type FieldsResult, initialValues, readChangedFields, readNewFields } from './readFields.js'
import { endsAfterStart } from './stockBehaviors.js'

const now = Date.UTC(2027, 0, 1)

const context: ReadingContext = {
  terms: () => ['main', 'small'].map(token => ({ token, title: token })),
  related: uid => (uid === 'ada' ? { uid, type: 'Presenter' } : undefined),
  upload: () => undefined,
  cleanHtml: html => html,
  newId: () => 'new',
}

function typeOf(fields: readonly Field[], invariants: readonly Invariant[] = []): RegisteredType {
  return {
    id: 'Thing',
    title: 'Thing',
    behaviors: [],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
    allFields: fields,
    allBehaviors: [{ name: 'rules', invariants }],
  }
}

interface Options {
  readonly invariants?: readonly Invariant[]
  readonly stored?: FieldValues
  readonly mayWrite?: (field: Field) => boolean
}

function reading(fields: readonly Field[], input: JsonObject, { invariants, stored = {}, mayWrite }: Options) {
  return { type: typeOf(fields, invariants), input, stored, context, mayWrite: mayWrite ?? (() => true) }
}

const newFields = (fields: readonly Field[], input: JsonObject, options: Options = {}): unknown =>
  resultOf(readNewFields(reading(fields, input, options), now))

const changedFields = (fields: readonly Field[], input: JsonObject, options: Options = {}): unknown =>
  resultOf(readChangedFields(reading(fields, input, options)))

function resultOf(read: FieldsResult): unknown {
  return read.ok ? read.values : { problems: read.problems.map(({ field, message }) => [field, message.id]) }
}

const title: Field = { kind: 'line', name: 'title', title: 'Title', required: true, default: '' }
const text: Field = { kind: 'text', name: 'text', title: 'Text' }
const start: Field = { kind: 'instant', name: 'start', title: 'Start' }
const end: Field = { kind: 'instant', name: 'end', title: 'End' }
const inOrder = endsAfterStart('start', 'end', 'dates.end-before-start')

describe('the fields of a new object', () => {
  it('contain the sent values; missing keys stay absent, unknown keys are ignored', () => {
    expect(newFields([title, text], { title: 'A', review_state: 'published', items: [], '@type': 'Thing' })).toEqual({
      title: 'A',
    })
  })

  it('report missing required values without a default', () => {
    expect(newFields([title, { ...text, required: true }], {})).toEqual({
      problems: [
        ['title', 'field.required'],
        ['text', 'field.required'],
      ],
    })
    expect(newFields([title], { title: '  ' })).toEqual({ problems: [['title', 'field.required']] })
    expect(newFields([title], { title: null })).toEqual({ problems: [['title', 'field.null']] })
  })

  it('include defaults of required fields, and a default that depends on the time', () => {
    const category: Field = { ...text, name: 'category', required: true, default: 'slot' }
    const moment: Field = { ...start, default: time => time + 1 }
    expect(newFields([category, moment], {})).toEqual({ category: 'slot', start: now + 1 })
    expect(newFields([category, moment], { category: 'talk', start: '2027-03-01' })).toEqual({
      category: 'talk',
      start: Date.UTC(2027, 2, 1),
    })
    expect(newFields([moment], { start: null })).toEqual({ start: null })
  })

  it('do not include a default that is the same for all', () => {
    expect(newFields([{ ...text, default: 'x' }], {})).toEqual({})
  })

  it('are all checked, and every problem is reported', () => {
    expect(newFields([title, text, start], { title: 1, text: 2, start: 'x' })).toEqual({
      problems: [
        ['title', 'field.text-expected'],
        ['text', 'field.text-expected'],
        ['start', 'field.invalid-date'],
      ],
    })
  })

  it('must be consistent once each value is valid', () => {
    const options = { invariants: [inOrder] }
    expect(newFields([start, end], { start: '2027-03-02', end: '2027-03-01' }, options)).toEqual({
      problems: [[null, 'dates.end-before-start']],
    })
    expect(newFields([start, end], { start: '2027-03-01', end: '2027-03-01' }, options)).toMatchObject({
      start: expect.any(Number),
    })
    expect(newFields([start, end, text], { start: '2027-03-02', end: '2027-03-01', text: 1 }, options)).toEqual({
      problems: [['text', 'field.text-expected']],
    })
  })

  it('must satisfy the rules of the type too', () => {
    const type = { ...typeOf([start, end]), invariants: [inOrder] }
    const input = { start: '2027-03-02', end: '2027-03-01' }
    expect(resultOf(readNewFields({ ...reading([], input, {}), type }, now))).toEqual({
      problems: [[null, 'dates.end-before-start']],
    })
  })

  it('ignore fields that the caller may not set, without an error', () => {
    const mayWrite = (field: Field): boolean => field.name !== 'text'
    expect(newFields([title, text], { title: 'A', text: 'secret' }, { mayWrite })).toEqual({ title: 'A' })
    expect(newFields([title, text], { title: 'A', text: 1 }, { mayWrite })).toEqual({ title: 'A' })
  })

  it('skip hidden fields', () => {
    expect(newFields([title, { ...text, hidden: true, required: true }], { title: 'A', text: 'x' })).toEqual({
      title: 'A',
    })
  })
})

describe('the fields of a changed object', () => {
  it('preserve values that were not sent', () => {
    expect(changedFields([title, text], { text: 'new' }, { stored: { title: 'A', text: 'old' } })).toEqual({
      title: 'A',
      text: 'new',
    })
    expect(changedFields([title], {}, { stored: { title: 'A', other: 1 } })).toEqual({ title: 'A', other: 1 })
  })

  it('cannot be cleared if they are required', () => {
    expect(changedFields([title], { title: null }, { stored: { title: 'A' } })).toEqual({
      problems: [['title', 'field.null']],
    })
    expect(changedFields([title], { title: '' }, { stored: { title: 'A' } })).toEqual({
      problems: [['title', 'field.required']],
    })
  })

  it('must be consistent with unchanged values', () => {
    const options = { invariants: [inOrder], stored: { start: Date.UTC(2027, 2, 2), end: Date.UTC(2027, 2, 3) } }
    expect(changedFields([start, end], { end: '2027-03-01' }, options)).toEqual({
      problems: [[null, 'dates.end-before-start']],
    })
    expect(changedFields([start, end], { end: null }, options)).toEqual({ start: Date.UTC(2027, 2, 2), end: null })
  })

  it('remain if the caller may not set them or if they are hidden', () => {
    const stored = { text: 'old' }
    expect(changedFields([text], { text: 'new' }, { stored, mayWrite: () => false })).toEqual(stored)
    expect(changedFields([{ ...text, hidden: true }], { text: 'new' }, { stored })).toEqual(stored)
  })

  it('retain values hidden from the editor if other values change or if the visible values are sent', () => {
    const room: Field = { kind: 'set', name: 'room', title: 'Rooms', vocabulary: 'rooms' }
    const people: Field = { kind: 'relations', name: 'people', title: 'People' }
    const image: Field = { kind: 'relation', name: 'image', title: 'Image' }
    const stored = { text: 'old', room: ['hidden', 'main'], people: ['hidden', 'ada'], image: 'hidden' }
    const fields = [text, room, people, image]
    expect(changedFields(fields, { text: 'new' }, { stored })).toEqual({ ...stored, text: 'new' })
    expect(changedFields(fields, { room: ['main'], people: ['ada'] }, { stored })).toEqual(stored)
    expect(changedFields(fields, { room: ['small'], people: [] }, { stored })).toEqual({
      ...stored,
      room: ['small'],
      people: [],
    })
  })
})

describe('a room hidden from the editor', () => {
  async function pendingTalk() {
    const { site, ...test } = await createTestSite()
    await addPublished(test, '/', { '@type': 'Venue', title: 'Venue' })
    const { content: hidden } = await test.run('addContent', '/venue', {
      as: 'max',
      input: { '@type': 'Room', title: 'Hidden' },
    })
    await addPublished(test, '/venue', { '@type': 'Room', title: 'Main' })
    await addPublished(test, '/', { '@type': 'Schedule', title: 'Schedule' })
    const room = [hidden.UID ?? null]
    await test.run('addContent', '/schedule', { as: 'max', input: { '@type': 'Talk', title: 'Talk', room } })
    await test.run('transitionContent', '/schedule/talk', { as: 'max', input: { transition: 'submit', body: {} } })
    const edit = async (as: 'rex' | 'max', body: JsonObject) =>
      (await test.run('editContent', '/schedule/talk', { as, input: { body, representation: true } }))?.content
    return { edit, hidden }
  }

  it('survives a change of another field and a request with the visible values', async () => {
    const { edit, hidden } = await pendingTalk()
    expect(await edit('rex', { title: 'By the reviewer' })).toMatchObject({ title: 'By the reviewer', room: [] })
    expect(await edit('rex', { room: [] })).toMatchObject({ room: [] })
    expect(await edit('max', {})).toMatchObject({ room: [{ token: hidden.UID, title: 'Hidden' }] })
  })

  it('cannot be chosen', async () => {
    const { edit, hidden } = await pendingTalk()
    await edit('max', { room: [] })
    await expect(edit('rex', { room: [hidden.UID ?? ''] })).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})

describe('a field that was never set (docs/content-and-access.md, Values of fields, rule 2)', () => {
  const list: Field = { kind: 'list', name: 'list', title: 'List', default: [] }
  const main: Field = { kind: 'choice', name: 'main', title: 'Main', vocabulary: 'rooms', default: 'main' }

  it('remains unset when its default is sent back, even if a request could not set it', () => {
    const asRead = { title: '', text: null, list: [], main: { token: 'main', title: 'main' } }
    expect(changedFields([title, text, list, main], asRead)).toEqual({})
    expect(changedFields([title], { title: '' }, { stored: { title: null } })).toEqual({ title: null })
  })

  it('accepts any other value', () => {
    expect(changedFields([list, main], { list: ['a'], main: 'small' })).toEqual({ list: ['a'], main: 'small' })
    expect(changedFields([title], { title: ' ' })).toEqual({ problems: [['title', 'field.required']] })
  })
})

describe('null', () => {
  const common = { name: 'f', title: 'F' }
  const properties: Partial<Record<FieldKind, object>> = {
    choice: { vocabulary: 'rooms' },
    set: { vocabulary: 'rooms' },
    rows: { columns: [], rowIds: 'generated' },
  }
  const field = (kind: FieldKind, more: object = {}): Field =>
    ({ ...common, kind, ...properties[kind], ...more }) as Field

  it.each<[FieldKind, JsonValue]>([
    ['line', null],
    ['text', null],
    ['richText', null],
    ['boolean', null],
    ['integer', null],
    ['instant', null],
    ['email', null],
    ['uri', null],
    ['color', null],
    ['zone', null],
    ['choice', null],
    ['set', null],
    ['links', null],
    ['relation', null],
    ['file', null],
    ['image', null],
    ['list', []],
    ['relations', []],
    ['rows', []],
    ['options', []],
    ['json', {}],
  ])('clears a field of the kind %s, whose value becomes %j', (kind, value) => {
    expect(changedFields([field(kind)], { f: null }, { stored: { f: 'ada' } })).toEqual({ f: value })
    const required = [field(kind, { required: true })]
    expect(changedFields(required, { f: null }, { stored: { f: [] } })).toEqual({ problems: [['f', 'field.null']] })
  })

  it('is accepted by a required field without a value, which is read as null', () => {
    expect(changedFields([field('line', { required: true })], { f: null })).toEqual({})
  })

  it('does not change a relation with a hidden target, which was presented as null', () => {
    const stored = { f: 'somebody-hidden' }
    expect(changedFields([field('relation')], { f: null }, { stored })).toEqual(stored)
  })

  it.each<[FieldKind, JsonValue]>([
    ['line', ''],
    ['text', ''],
    ['boolean', true],
    ['json', { items: [] }],
  ])('restores the default of a field of the kind %s: %j', (kind, value) => {
    expect(changedFields([field(kind, { default: value })], { f: null }, { stored: { f: 'before' } })).toEqual({
      f: value,
    })
  })
})

describe('initial values', () => {
  it('depend on the time, or are defaults of required fields', () => {
    const fields: Field[] = [
      title,
      { ...text, default: 'x' },
      { ...text, name: 'color', required: true, default: '#000000' },
      { ...text, name: 'nothing', required: true, default: null },
      { ...start, default: time => time },
    ]
    expect(initialValues(fields, now)).toEqual({ color: '#000000', start: now })
  })
})
