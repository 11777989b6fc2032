import type { SiteCopy } from '@plenum/core'
import { type PartKind, partKinds } from '@plenum/core/ports'
import { programVersions } from '@plenum/platform'
import { partToJson } from './partJson.js'
import { createSeals, formatVersion, type Header } from './seals.js'

/**
 * The number of characters per write. Lines are combined, because writing each line separately would take longer than
 * generating it.
 */
const pieceLength = 64 * 1024

export async function* writeCopy(copy: SiteCopy): AsyncGenerator<string> {
  let piece = ''
  for await (const line of linesOf(copy)) {
    piece += line
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function* linesOf({ counts, parts }: SiteCopy): AsyncGenerator<string> {
  const seals = createSeals()
  const line = (value: object): string => {
    const text = textOf(value)
    seals.other(text)
    return text
  }
  const made = new Date().toISOString()
  const program = programVersions().plenum ?? ''
  yield line({ format: 'plenum-site', version: formatVersion, made, program, counts } satisfies Header)
  const open = [...partKinds]
  const sealsBefore = (kind?: PartKind): string => {
    let text = ''
    while (open.length > 0 && open[0] !== kind) text += line(seals.close(open.shift() ?? ''))
    return text
  }
  for await (const part of parts) {
    if (part.kind !== open[0]) yield sealsBefore(part.kind)
    const text = textOf(partToJson(part))
    seals.part(text)
    yield text
  }
  yield sealsBefore()
  yield textOf(seals.closeAll())
}

const textOf = (value: object): string => `${JSON.stringify(value)}\n`
