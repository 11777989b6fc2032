import type { JsonObject } from '@plenum/core'
import { type Part, type PartKind, partKinds } from '@plenum/core/ports'
import { Ajv } from 'ajv'
import { partFromJson } from './partJson.js'
import { partSchemas } from './partSchemas.js'
import { createSeals, formatVersion, type Header, type Seal } from './seals.js'

export interface ReadCopy {
  readonly header: Header
  /** The parts of the backup. The iterator throws a CopyFault if a count or a digest does not match the parts. */
  readonly parts: AsyncIterable<Part>
}

/** Reads a backup. Throws a CopyFault if the data is not a backup or has a newer format. */
export async function readCopy(pieces: AsyncIterable<Uint8Array>): Promise<ReadCopy> {
  const lines = linesIn(pieces)[Symbol.asyncIterator]()
  const { value: first, done } = await lines.next()
  const header = done ? null : parse(first)
  if (header?.format !== 'plenum-site') throw new CopyFault('is not a Plenum backup')
  if (typeof header.version !== 'number' || header.version > formatVersion)
    throw new CopyFault('was written by a newer version of Plenum; restore it with that version')
  if (!isCounts(header.counts)) throw new CopyFault('does not state its number of parts')
  return { header: header as unknown as Header, parts: partsIn(first, { lines, kinds: kindsOf(header.version) }) }
}

const isCounts = (counts: unknown): boolean =>
  typeof counts === 'object' && counts !== null && Object.values(counts).every(count => Number.isSafeInteger(count))

/** The format versions in which kinds of parts were added. Kinds that are not listed exist in all versions. */
const addedIn: Readonly<Partial<Record<PartKind, number>>> = { webhook: 2, mail: 3 }

const kindsOf = (version: number): readonly PartKind[] => partKinds.filter(kind => (addedIn[kind] ?? 1) <= version)

interface OpenCopy {
  readonly lines: AsyncIterator<Uint8Array>
  readonly kinds: readonly PartKind[]
}

async function* partsIn(first: Uint8Array, { lines, kinds }: OpenCopy): AsyncGenerator<Part> {
  const seals = createSeals()
  const open: string[] = [...kinds, 'all']
  seals.other(first)
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const value = parse(next.value)
    if (open.length === 0) throw new CopyFault('continues after its end')
    if (isSeal(value)) {
      requireSame(value, open[0] === 'all' ? seals.closeAll() : seals.close(open[0] ?? ''))
      if (open.shift() !== 'all') seals.other(next.value)
      continue
    }
    if (value?.kind !== open[0]) throw new CopyFault(`has a part of the kind ${String(value?.kind)} in the wrong place`)
    seals.part(next.value)
    yield partIn(value)
  }
  if (open.length > 0) throw new CopyFault('is not complete: its end is missing')
}

const isSeal = (value: JsonObject | null): value is JsonObject & Seal => typeof value?.end === 'string'

function requireSame(expected: Seal, actual: Seal): void {
  const { end, count, sha256 } = actual
  if (expected.end !== end) throw new CopyFault(`ends with parts of ${expected.end} where parts of ${end} are expected`)
  if (expected.count !== count) throw new CopyFault(`has ${count} parts of ${end} instead of ${expected.count}`)
  if (expected.sha256 !== sha256) throw new CopyFault(`was modified: the digest of the parts of ${end} does not match`)
}

const ajv = new Ajv({ allowUnionTypes: true })
const hasForm = Object.fromEntries(Object.entries(partSchemas).map(([kind, schema]) => [kind, ajv.compile(schema)]))

function partIn(value: JsonObject | null): Part {
  const kind = value?.kind as PartKind
  const isPart = hasForm[kind]
  if (!isPart?.(value?.part)) {
    const [fault] = isPart?.errors ?? []
    throw new CopyFault(`has an invalid part of the kind ${kind}: ${fault?.instancePath} ${fault?.message}`)
  }
  return partFromJson(value as unknown as Parameters<typeof partFromJson>[0])
}

function parse(line: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString())
    return typeof value === 'object' ? (value as JsonObject | null) : null
  } catch {
    throw new CopyFault('has a line that is not JSON')
  }
}

/**
 * The maximum length of a line, in bytes. It is generous, because each line contains one part of at most a few
 * megabytes.
 */
const maxLineLength = 64 * 1024 * 1024
const lineEnd = 10

async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let partial: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineEnd); end !== -1; end = piece.indexOf(lineEnd, start)) {
      const rest = piece.subarray(start, end + 1)
      yield partial.length === 0 ? rest : Buffer.concat([...partial, rest])
      partial = []
      length = 0
      start = end + 1
    }
    partial.push(piece.subarray(start))
    length += piece.length - start
    if (length > maxLineLength) throw new CopyFault('has a line that is too long')
  }
  if (length > 0) throw new CopyFault('ends in the middle of a line')
}

/**
 * The error for a damaged or invalid backup. Its message continues a sentence that begins with the name of the backup,
 * for example `has a line that is not JSON`.
 */
export class CopyFault extends Error {}
