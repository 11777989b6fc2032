import { type FindingWeight, type IncomingFinding, isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'

export const objectIn = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const listIn = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : []

export const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

export const viewIn = (value: JsonValue | undefined): string | null =>
  /^[\w.@+-]{1,100}$/.test(textIn(value)) ? textIn(value) : null

export const textsIn = (value: JsonValue | undefined): readonly string[] =>
  listIn(value).filter(item => typeof item === 'string')

type Location = Partial<Pick<IncomingFinding, 'uid' | 'path' | 'key'>>

const findingOf =
  (weight: FindingWeight) =>
  (sentence: string, { uid = null, path = null, key = null }: Location = {}): IncomingFinding => ({
    kind: 'source',
    weight,
    uid,
    path,
    key,
    detail: sentence,
  })

/** Creates a finding that prevents the import. */
export const problem = findingOf('problem')

/** Creates a finding about a difference that the person who exported the site may not expect. */
export const note = findingOf('note')
