/** The title, description and example that code editors display for a key in a workflow file. */
interface KeyTexts {
  readonly title: string
  readonly description: string
  readonly example: unknown
}

export const key = (schema: object, { title, description, example }: KeyTexts) => ({
  title,
  description,
  ...schema,
  examples: [example],
})

export const having = (
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

export const id = { type: 'string', pattern: '^[A-Za-z][\\w-]{0,99}$' }
export const title = { type: 'string', maxLength: 1024 }
export const named = { type: 'string', minLength: 1, maxLength: 255 }
export const names = { type: 'array', items: named, maxItems: 1000 }
export const value = { type: ['string', 'number', 'boolean', 'null'], maxLength: 1024 }
export const guard = { $ref: '#/definitions/guard' }

/** Returns the schema of a list whose items have the schema `part` in `definitions` of the workflow schema. */
export const listOf = (part: string, maxItems: number) => ({
  type: 'array',
  items: { $ref: `#/definitions/${part}` },
  maxItems,
})
