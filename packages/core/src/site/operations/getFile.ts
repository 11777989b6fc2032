import { activeParts } from '../../content/model/registry.js'
import type { StoredFile } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { may, type Visit } from '../run/visit.js'

/** What is asked of a file, and what the caller has of it. */
export interface FileWanted {
  readonly field: string
  /** What the digest of the file has to begin with, where its address says so. */
  readonly digest?: string
  /** Whether the caller has the file with a digest already; its bytes are not read then. */
  readonly isKnown?: (digest: string) => boolean
}

export interface FileAnswer {
  /**
   * The bytes, piece by piece: a large file is read as far as it is asked for, so that a client who takes it slowly
   * does not hold it in memory. Null where the caller has them already.
   */
  readonly pieces: AsyncIterable<Uint8Array> | null
  readonly size: number
  readonly filename: string
  readonly contentType: string
  readonly digest: string
}

function storedFile(visit: Visit, name: string): StoredFile | undefined {
  const { allFields } = activeParts(visit.type, visit.lineage)
  const field = allFields.find(field => field.name === name && (field.kind === 'file' || field.kind === 'image'))
  const isReadable = field && (field.readPermission === undefined || may(visit, field.readPermission))
  return isReadable ? (visit.node.fields[name] as StoredFile | null | undefined) || undefined : undefined
}

/**
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` (docs/content-and-access.md, Files and images): the
 * bytes as they were sent.
 */
export const getFile: Operation<FileWanted, FileAnswer> = {
  permission: permission.view,
  run: async (visit, wanted) => ({ answer: await fileAnswer(visit, storedFile(visit, wanted.field), wanted) }),
}

/** A file as it is wanted. Throws `not-found` where there is none, or another than is wanted. */
export async function fileAnswer(
  visit: Visit,
  file: StoredFile | null | undefined,
  { field, digest = '', isKnown = () => false }: FileWanted,
): Promise<FileAnswer> {
  if (!file) throw missing('file.missing', field)
  if (!file.digest.startsWith(digest)) throw missing('file.replaced', field)
  const { digest: whole, filename, size } = file
  const answer = { size, filename, contentType: file['content-type'], digest: whole }
  if (isKnown(whole)) return { ...answer, pieces: null }
  const isLarge = size > pieceSize
  const bytes = await visit.reader.file(whole, isLarge ? { start: 0, length: 0 } : undefined)
  if (!bytes) throw missing('file.missing', field)
  return { ...answer, pieces: isLarge ? piecesOf(visit, file) : once(bytes) }
}

/** As stores keep files. */
const pieceSize = 1024 * 1024

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** What a digest stands for never changes: each piece may be read from the state of its moment. */
async function* piecesOf({ environment, work }: Visit, { digest, size }: StoredFile): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += pieceSize) {
    await work.ownTurn()
    const piece = await environment.store.read(reader => reader.file(digest, { start, length: pieceSize }))
    if (!piece) throw new Error(`The file ${digest} is not whole.`)
    yield piece
  }
}

function missing(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
