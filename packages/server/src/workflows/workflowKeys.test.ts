import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { workflowSchema } from './workflowSchema.js'

const root = path.resolve(__dirname, '../../../..')
const page = path.join(root, 'docs/workflows.md')
const copy = path.join(root, 'packages/server/workflow.schema.json')
const renewal = 'RENEW=1 npx jest packages/server/src/workflows/workflowKeys.test.ts'

interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly examples?: readonly unknown[]
  readonly $ref?: string
}

const published: Schema = JSON.parse(JSON.stringify(workflowSchema))
const parts: readonly Schema[] = [published, ...Object.values(published.definitions ?? {})]

function kindOf({ $ref, enum: values, type, items, anyOf, additionalProperties, properties }: Schema): string {
  if ($ref !== undefined) return linkTo($ref.replace('#/definitions/', ''))
  if (values) return values.map(value => `\`"${value}"\``).join(' or ')
  if (anyOf) return anyOf.map(kindOf).join(', or ')
  if (items)
    return `list of ${items.$ref === undefined ? 'strings' : linkTo(items.$ref.replace('#/definitions/', ''), 's')}`
  if (properties) return `\`{${Object.keys(properties).map(name => `"${name}": …`)}}\``
  if (typeof additionalProperties === 'object') return `object that maps names to ${kindOf(additionalProperties)}`
  return [type ?? []].flat().join(', ').replace('boolean', '`true` or `false`').replace('null', '`null`')
}

function linkTo(part: string, plural = ''): string {
  const heading = published.definitions?.[part]?.title ?? part
  return `[${part}${plural}](#${heading.toLowerCase().replaceAll(' ', '-')})`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

function tableOf({ title = '', description = '', properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, key]) => {
    const example = JSON.stringify({ [name]: key.examples?.[0] }, null, 1).slice(1, -1)
    const cells = [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      kindOf(key),
      key.description ?? '',
      `\`${cell(example).trim()}\``,
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  return [
    `### ${title}`,
    '',
    description,
    '',
    '| Key | Value | Meaning | Example |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const [begin, end] = ['<!-- The tables of keys are generated. -->', '<!-- End of the generated tables. -->']

function withTables(text: string): string {
  const [before, rest = ''] = text.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}\n\n${parts.map(tableOf).join('\n\n')}\n\n${end}${after}`
}

beforeAll(() => {
  if (!process.env.RENEW) return
  writeFileSync(copy, `${JSON.stringify(workflowSchema, null, 2)}\n`)
  writeFileSync(page, withTables(readFileSync(page, 'utf8')))
})

describe(`the copies of the schema of workflow files (renew them with \`${renewal}\`)`, () => {
  it('are current in packages/server/workflow.schema.json', () =>
    expect(JSON.parse(readFileSync(copy, 'utf8'))).toEqual(published))

  it('are current in the tables of docs/workflows.md', () => {
    const text = readFileSync(page, 'utf8')
    expect(text.split(begin)).toHaveLength(2)
    expect(text).toBe(withTables(text))
  })

  it('show every key once in a table', () => {
    const keys = parts.flatMap(({ properties = {} }) => Object.keys(properties))
    const text = readFileSync(page, 'utf8').split(begin)[1] ?? ''
    expect([...text.matchAll(/^\| `([$\w]+)`/gm)].map(([, key]) => key)).toEqual(keys)
  })
})
