import type { JsonObject } from '../../foundation/json.js'
import type { Field, FieldKind } from '../fields/field.js'
import type { RegisteredType } from '../model/model.js'
import { propertyOf } from './propertyOf.js'
import { typeSchema } from './typeSchema.js'

const context = {
  now: Date.UTC(2027, 0, 1),
  translate: (text: string) => `<${text}>`,
  vocabularyUrl: (name: string) => `http://site.example/@vocabularies/${name}`,
  hasShortName: true,
  mayWrite: ({ writePermission }: Field) => writePermission === undefined,
}

const terms = { '@id': 'http://site.example/@vocabularies/terms' }

const property = (field: Partial<Field> & { readonly kind: FieldKind }): JsonObject =>
  propertyOf({ name: 'f', title: 'F', ...field } as Field, context)

describe('the property of a field (docs/content-and-access.md, Schemas of types, rule 4)', () => {
  it.each<[Partial<Field> & { readonly kind: FieldKind }, JsonObject]>([
    [{ kind: 'line' }, { type: 'string', factory: 'Text line (String)', maxLength: 1024 }],
    [
      { kind: 'line', maxLength: 9, isAddress: true },
      { maxLength: 9, widget: 'url' },
    ],
    [{ kind: 'text' }, { type: 'string', factory: 'Text', widget: 'textarea', maxLength: 10_000 }],
    [{ kind: 'richText' }, { type: 'string', factory: 'Rich Text', widget: 'richtext' }],
    [
      { kind: 'boolean', default: false },
      { type: 'boolean', factory: 'Yes/No', default: false },
    ],
    [
      { kind: 'integer', min: 1, default: 3 },
      { type: 'integer', factory: 'Integer', minimum: 1, default: 3 },
    ],
    [{ kind: 'instant' }, { type: 'string', factory: 'Date/Time', widget: 'datetime' }],
    [{ kind: 'instant', default: now => now }, { default: '2027-01-01T00:00:00+00:00' }],
    [{ kind: 'email' }, { type: 'string', factory: 'Email', widget: 'email' }],
    [{ kind: 'uri' }, { type: 'string', factory: 'URL', widget: 'url' }],
    [
      { kind: 'color', default: '#000000' },
      { type: 'string', default: '#000000' },
    ],
    [{ kind: 'zone' }, { vocabulary: { '@id': expect.stringMatching(/Timezones$/) as unknown as string } }],
    [
      { kind: 'choice', vocabulary: 'terms' },
      { type: 'string', factory: 'Choice', vocabulary: terms },
    ],
    [
      { kind: 'set', vocabulary: 'terms' },
      { type: 'array', uniqueItems: true, items: expect.objectContaining({ vocabulary: terms }) as JsonObject },
    ],
    [
      { kind: 'list', default: [], suggestions: 'terms' },
      { type: 'array', factory: 'Tuple', uniqueItems: true, default: [], widgetOptions: { vocabulary: terms } },
    ],
    [{ kind: 'links' }, { type: 'array', widget: 'object_browser', allowExternals: true }],
    [
      { kind: 'relation', types: ['Image'] },
      { type: 'string', factory: 'Relation Choice' },
    ],
    [
      { kind: 'relations', types: ['Presenter'] },
      { factory: 'Relation List', widgetOptions: { pattern_options: { selectableTypes: ['Presenter'] } } },
    ],
    [{ kind: 'options' }, { type: 'dict', factory: 'JSONField', widget: 'poll_options' }],
    [
      { kind: 'json', default: {} },
      { type: 'dict', factory: 'JSONField', default: {} },
    ],
    [{ kind: 'file' }, { type: 'object', factory: 'File' }],
    [{ kind: 'image' }, { type: 'object', factory: 'Image' }],
  ])('describes %j as %j', (field, expected) => {
    expect(property(field)).toMatchObject({ title: '<F>', description: '', ...expected })
  })

  it('has no default for an empty text and for null', () => {
    expect(property({ kind: 'line', default: '' })).not.toHaveProperty('default')
    expect(property({ kind: 'line', default: null })).not.toHaveProperty('default')
  })

  it('translates titles and descriptions', () => {
    expect(property({ kind: 'line', description: 'D' })).toMatchObject({ title: '<F>', description: '<D>' })
  })

  it('describes the form of a table row, with its id if the id must be sent', () => {
    const columns: readonly Field[] = [{ kind: 'line', name: 'title', title: 'Title', required: true }]
    const formOf = (rowIds: 'generated' | 'required') => {
      const { widgetOptions } = property({ kind: 'rows', rowIds, columns })
      return widgetOptions
    }
    const schema = { title: '<F>', required: ['title'], properties: { title: { title: '<Title>' } } }
    const form = { widget: 'object_list', widgetProps: { schema } }
    expect(formOf('generated')).toMatchObject({ frontendOptions: form })
    expect(formOf('required')).toMatchObject({
      frontendOptions: { widgetProps: { schema: { required: ['id', 'title'] } } },
    })
  })
})

const line = (name: string, more: Partial<Field> = {}): Field => ({ kind: 'line', name, title: name, ...more }) as Field

function typeOf({ behaviors = [], own = [] }: { behaviors?: RegisteredType['allBehaviors']; own?: readonly Field[] }) {
  const fields = new Map([...behaviors.flatMap(one => one.fields ?? []), ...own].map(field => [field.name, field]))
  return {
    id: 'Thing',
    title: 'Thing',
    behaviors: behaviors.map(({ name }) => name),
    allBehaviors: behaviors,
    allFields: [...fields.values()],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
  } satisfies RegisteredType
}

const partsOf = ({ fieldsets = [] }: JsonObject) =>
  (fieldsets as readonly JsonObject[]).map(({ id, fields }) => [id, fields])

describe('the schema of a type', () => {
  it('has its title, its view, and the properties of its fields with their behaviors', () => {
    const basic = { name: 'basic', fields: [line('title', { required: true }), line('note')] }
    expect(typeSchema(typeOf({ behaviors: [basic], own: [line('note', { title: 'Own' })] }), context)).toMatchObject({
      title: '<Thing>',
      type: 'object',
      required: ['title'],
      layouts: ['view'],
      properties: { title: { behavior: 'basic' }, note: { title: '<Own>', behavior: 'Thing' } },
    })
  })

  it('omits hidden fields, fields outside of forms, and fields that the caller may not write', () => {
    const own = [
      line('a'),
      line('b', { hidden: true }),
      line('c', { isHiddenInForms: true, required: true }),
      line('d', { writePermission: 'Manage portal' }),
    ]
    const schema = typeSchema(typeOf({ own }), { ...context, hasShortName: false })
    expect(Object.keys(schema.properties ?? {})).toEqual(['a'])
    expect(schema.required).toEqual([])
  })

  it('requires required fields and fields that only forms require', () => {
    const own = [line('a', { required: true }), line('b'), line('c', { isRequiredInForms: true })]
    expect(typeSchema(typeOf({ own }), context).required).toEqual(['a', 'c'])
  })

  it('has a short name, and a change note if the type has versions', () => {
    const versioned = typeOf({ behaviors: [{ name: 'plone.versioning' }], own: [line('title')] })
    expect(partsOf(typeSchema(versioned, context))).toEqual([
      ['default', ['title', 'changeNote']],
      ['settings', ['id']],
    ])
    expect(partsOf(typeSchema(typeOf({ own: [line('title')] }), { ...context, hasShortName: false }))).toEqual([
      ['default', ['title']],
    ])
  })

  it('puts fields into their fieldset or the fieldset of their behavior, and fieldsets of fields before others', () => {
    const dates = { id: 'dates', title: 'Dates' }
    const extra = { id: 'extra', title: 'Extra', description: 'More of it' }
    const behavior = { name: 'b', fieldset: dates, fields: [line('from'), line('note', { fieldset: extra })] }
    const type = typeOf({ behaviors: [behavior], own: [line('title')] })
    expect(typeSchema(type, context).fieldsets).toEqual([
      { id: 'default', title: '<Default>', behavior: 'plone', fields: ['title'] },
      { id: 'extra', title: '<Extra>', description: '<More of it>', behavior: 'plone', fields: ['note'] },
      { id: 'settings', title: '<Settings>', behavior: 'plone', fields: ['id'] },
      { id: 'dates', title: '<Dates>', behavior: 'plone', fields: ['from'] },
    ])
    expect(partsOf(typeSchema({ ...type, fieldsets: [dates] }, context)).map(([id]) => id)).toEqual([
      'default',
      'dates',
      'extra',
      'settings',
    ])
  })
})
