import { createTestSite } from '@plenum/testkit'
import type { Extensions } from '../../site/admin/assemble.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import type { Field } from '../fields/field.js'
import type { Behavior, ContentType, Model } from './model.js'
import { problemsOfModel } from './registryProblems.js'

const title: Field = { kind: 'line', name: 'title', title: 'Title' }

const page: ContentType = {
  id: 'Page',
  title: 'Page',
  behaviors: ['basic'],
  contains: null,
  addableAnywhere: true,
  addPermission: 'Add',
  layout: 'view',
  lockable: false,
}

const basic: Behavior = { name: 'basic', fields: [title] }

function problemsWith(overrides: Partial<Model>): readonly string[] {
  return problemsOfModel({
    types: [page],
    behaviors: [basic],
    permissions: { Add: ['Editor'] },
    roles: ['Editor'],
    vocabularies: ['rooms'],
    ...overrides,
  })
}

const problemsOfField = (field: Field): readonly string[] => problemsWith({ types: [{ ...page, fields: [field] }] })

describe('a model', () => {
  it('is valid without problems', () => {
    const fields: Field[] = [
      {
        kind: 'choice',
        name: 'room',
        title: 'Room',
        vocabulary: 'rooms',
        readPermission: 'Add',
        writePermission: 'Add',
      },
      { kind: 'relation', name: 'page', title: 'Page', types: ['Page'] },
      { kind: 'rows', name: 'rows', title: 'Rows', rowIds: 'generated', columns: [title] },
    ]
    const types: ContentType[] = [
      { ...page, fields, contains: ['Page', 'Folder'], grants: { Add: ['Editor'] } },
      { ...page, id: 'Folder', contains: 'any' },
    ]
    expect(problemsWith({ types })).toEqual([])
  })

  it('defines each type and each behavior once', () => {
    expect(problemsWith({ types: [page, page, page], behaviors: [basic, { name: 'basic' }] })).toEqual([
      'Type Page: is defined more than once.',
      'Behavior basic: is defined more than once.',
    ])
  })

  it.each<[string, Partial<ContentType>, string]>([
    ['contains a type', { contains: ['Page', 'Nope'] }, 'Type Page: may contain Nope, which does not exist.'],
    ['has a behavior', { behaviors: ['nope'] }, 'Type Page: has the behavior nope, which does not exist.'],
    ['requires a permission', { addPermission: 'nope' }, 'Type Page: names the permission nope, which does not exist.'],
    [
      'requires a permission named like an inherited property',
      { addPermission: 'constructor' },
      'Type Page: names the permission constructor, which does not exist.',
    ],
    ['grants a permission', { grants: { nope: [] } }, 'Type Page: names the permission nope, which does not exist.'],
    ['grants to a role', { grants: { Add: ['Nobody'] } }, 'Type Page: names the role Nobody, which does not exist.'],
  ])('has no type that %s that does not exist', (_, type, problem) => {
    expect(problemsWith({ types: [{ ...page, ...type }] })).toEqual([problem])
  })

  it.each<[string, Field, string]>([
    [
      'vocabulary of a choice',
      { kind: 'choice', name: 'f', title: 'F', vocabulary: 'nope' },
      'Type Page: field f draws from the vocabulary nope, which does not exist.',
    ],
    [
      'vocabulary of a set',
      { kind: 'set', name: 'f', title: 'F', vocabulary: 'nope' },
      'Type Page: field f draws from the vocabulary nope, which does not exist.',
    ],
    [
      'permission to read',
      { ...title, name: 'f', readPermission: 'nope' },
      'Type Page: field f asks for the permission nope, which does not exist.',
    ],
    [
      'permission to write',
      { ...title, name: 'f', writePermission: 'nope' },
      'Type Page: field f asks for the permission nope, which does not exist.',
    ],
    [
      'target of a relation',
      { kind: 'relation', name: 'f', title: 'F', types: ['Page', 'Nope'] },
      'Type Page: field f refers to the type Nope, which does not exist.',
    ],
    [
      'target of relations',
      { kind: 'relations', name: 'f', title: 'F', types: ['Nope'] },
      'Type Page: field f refers to the type Nope, which does not exist.',
    ],
    [
      'vocabulary of a column',
      {
        kind: 'rows',
        name: 'f',
        title: 'F',
        rowIds: 'required',
        columns: [{ kind: 'choice', name: 'code', title: 'C', vocabulary: 'nope' }],
      },
      'Type Page, rows of f: field code draws from the vocabulary nope, which does not exist.',
    ],
  ])('has no field whose %s does not exist', (_, field, problem) => {
    expect(problemsOfField(field)).toEqual([problem])
  })

  it('has no behavior with invalid or duplicate fields', () => {
    const fields: Field[] = [title, { ...title, readPermission: 'nope' }]
    expect(problemsWith({ types: [], behaviors: [{ name: 'basic', fields }] })).toEqual([
      'Behavior basic: field title asks for the permission nope, which does not exist.',
      'Behavior basic: has more than one field title.',
    ])
  })

  it('has no type with equal fields of two behaviors, unless the type defines the field itself', () => {
    const behaviors: Behavior[] = [basic, { name: 'other', fields: [title] }]
    const both = { ...page, behaviors: ['basic', 'other'] }
    expect(problemsWith({ behaviors, types: [both] })).toEqual([
      'Type Page: more than one of its behaviors has a field title.',
    ])
    expect(problemsWith({ behaviors, types: [{ ...both, fields: [title] }] })).toEqual([])
  })

  it('grants no permission to an unknown role', () => {
    expect(problemsWith({ permissions: { Add: ['Editor', 'Nobody'] } })).toEqual([
      'Permission Add: names the role Nobody, which does not exist.',
    ])
  })
})

describe('a site with a faulty model', () => {
  const workflow: WorkflowDefinition = {
    id: 'review',
    title: 'Review',
    stateVariable: 'review_state',
    initialState: 'nowhere',
    managedPermissions: [],
    states: [],
    transitions: [],
    historyGuard: {},
  }
  const extensions: Extensions = {
    types: [{ ...page, id: 'Document', behaviors: ['nope'], addPermission: 'View', workflows: ['gone'] }],
    behaviors: [{ name: 'mine', fields: [{ kind: 'set', name: 'f', title: 'F', vocabulary: 'nope' }] }],
    permissions: { 'Do it': ['Nobody'] },
    workflows: [workflow, workflow],
  }

  it('is rejected when it is created, with all problems in one message', async () => {
    const lines = [
      'The model of the site has errors:',
      'Type Document: is defined more than once.',
      'Type Document: has the behavior nope, which does not exist.',
      'Behavior mine: field f draws from the vocabulary nope, which does not exist.',
      'Permission Do it: names the role Nobody, which does not exist.',
      'Workflow review: its initial state nowhere does not exist.',
      'Workflow review: its initial state nowhere does not exist.',
      'Workflow review: is defined more than once.',
      'Type Document: names the workflow gone, which does not exist.',
    ]
    await expect(createTestSite({ extensions })).rejects.toThrow(new Error(lines.join('\n  ')))
  })

  it('is valid if extensions refer to those of other extensions', async () => {
    const sound: Extensions = {
      types: [{ ...page, id: 'Mine', behaviors: ['mine'], addPermission: 'Do it', workflows: ['review'] }],
      behaviors: [{ name: 'mine', fields: [{ kind: 'set', name: 'f', title: 'F', vocabulary: 'mine' }] }],
      permissions: { 'Do it': ['Boss'] },
      roles: ['Boss'],
      vocabularies: [{ name: 'mine', terms: async () => [] }],
      workflows: [
        { ...workflow, initialState: 'a', states: [{ id: 'a', title: 'A', transitions: [], permissions: {} }] },
      ],
    }
    await expect(createTestSite({ extensions: sound })).resolves.toBeDefined()
  })
})
