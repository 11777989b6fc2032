import type { ErrorObject } from 'ajv'

/**
 * Returns a sentence that contains the location of a schema error, for example `states[0].title` for `/states/0/title`,
 * and a remedy.
 */
export function faultText({ instancePath, keyword, message = 'is wrong', params, parentSchema }: ErrorObject): string {
  const path = instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const place = path === '' ? 'the workflow' : path
  const keys = Object.keys(parentSchema?.properties ?? {}).join(', ')
  if (keyword === 'additionalProperties')
    return `${place} has the unknown key ${params.additionalProperty}; the possible keys are ${keys}`
  if (keyword === 'enum') return `${place} must be one of ${JSON.stringify(params.allowedValues)}`
  if (keyword === 'required') return `${place} ${message}`
  const sentence = message
    .replace(/^must be (?=string)/, 'must be a ')
    .replace('be object', 'be an object')
    .replace('be array', 'be a list')
  return `${place} ${sentence}${keys === '' ? exampleText(parentSchema?.examples) : ` with the keys ${keys}`}`
}

function exampleText(examples: unknown): string {
  const text = Array.isArray(examples) ? JSON.stringify(examples[0]) : ''
  return text === '' ? '' : `, such as ${text}`
}
