import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { shippedWorkflows } from '@plenum/core/workflow'
import { Ajv } from 'ajv'
import { loadWorkflows } from './loadWorkflows.js'

const root = path.resolve(__dirname, '../../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const published = JSON.parse(read('packages/server/workflow.schema.json'))
const hasForm = new Ajv({ strict: true, allowUnionTypes: true }).compile(published)

function keysIn(schema: unknown, place = ''): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, part]) => [
    ...(name === 'properties' ? Object.entries(part).map(([id, key]) => [`${place}/${id}`, key] as const) : []),
    ...keysIn(part, `${place}/${name}`),
  ]) as readonly (readonly [string, Readonly<Record<string, unknown>>])[]
}

describe('the published schema of workflow files', () => {
  it('is in the package and among its exports', () => {
    const { files, exports } = JSON.parse(read('packages/server/package.json'))
    expect(files).toContain('workflow.schema.json')
    expect(exports['./workflow.schema.json']).toBe('./workflow.schema.json')
  })

  it('has a title, a description and a valid example of every key', () => {
    const keys = keysIn(published)
    expect(keys.length).toBeGreaterThan(35)
    for (const [place, { title, description, examples, ...schema }] of keys) {
      expect([place, title]).toEqual([place, expect.stringMatching(/^[A-Z]/)])
      expect([place, description]).toEqual([place, expect.stringMatching(/^[A-Z`].*\.$/)])
      const { definitions } = published
      const isValid = new Ajv({ allowUnionTypes: true }).compile({ ...schema, definitions })
      expect([place, Array.isArray(examples) && examples.every(example => isValid(example))]).toEqual([place, true])
    }
  })

  it('accepts every shipped workflow, and every workflow file in the documents', () => {
    const pages = ['docs/operate.md', 'docs/workflows.md'].map(read).join('\n')
    const examples = [...pages.matchAll(/^```json workflows\/\S+\n(.*?)^```$/gms)].map(([, code = '']) =>
      JSON.parse(code),
    )
    expect(examples.length).toBeGreaterThan(0)
    for (const workflow of [...shippedWorkflows, ...examples])
      expect([workflow.id, hasForm(workflow), hasForm.errors]).toEqual([workflow.id, true, null])
  })
})

describe('a workflow file', () => {
  it('may name its schema, which is no part of the workflow', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'plenum-workflows-'))
    try {
      const [shipped] = shippedWorkflows
      writeFileSync(path.join(directory, 'own.json'), JSON.stringify({ $schema: 'x.json', ...shipped, id: 'own' }))
      expect(loadWorkflows(directory)).toEqual({ definitions: [{ ...shipped, id: 'own' }], behaviors: [], faults: [] })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
