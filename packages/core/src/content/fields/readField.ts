import type { JsonValue } from '../../foundation/json.js'
import { readChoice, readSet } from './choiceKinds.js'
import type { Field, FieldKind } from './field.js'
import { readFile, readImage } from './fileKinds.js'
import { readJson } from './jsonKind.js'
import { readBoolean, readInstant, readInteger } from './plainKinds.js'
import type { Reading, ReadValue } from './reading.js'
import { readRelation, readRelations } from './relationKinds.js'
import { readOptions, readRows } from './rowsKind.js'
import {
  readColor,
  readEmail,
  readLine,
  readLinks,
  readList,
  readRichText,
  readText,
  readUri,
  readZone,
} from './textKinds.js'

const readers: { readonly [K in FieldKind]: ReadValue<Extract<Field, { kind: K }>> } = {
  line: readLine,
  text: readText,
  richText: readRichText,
  boolean: readBoolean,
  integer: readInteger,
  instant: readInstant,
  email: readEmail,
  uri: readUri,
  color: readColor,
  zone: readZone,
  choice: readChoice,
  set: readSet,
  list: readList,
  links: readLinks,
  relation: readRelation,
  relations: readRelations,
  rows: readRows(readField),
  options: readOptions,
  json: readJson,
  file: readFile,
  image: readImage,
}

export function readField(field: Field, raw: JsonValue, at: Parameters<ReadValue<Field>>[2]): Reading {
  return (readers[field.kind] as ReadValue<Field>)(field, raw, at)
}
