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
  /** The start of the digest in the URL; another file is not found. */
  readonly digest?: string
  /** Whether the caller has the file with this digest already; then its bytes are not read. */
  readonly isKnown?: (digest: string) => boolean
}

/** A file with its bytes. */
export interface FileAnswer {
  /**
   * The bytes, piece by piece. A large file is read only as fast as the caller consumes it, so that slow clients need
   * little memory. Null when the caller has the file already.
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
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}`: the bytes of a file (docs/content-and-access.md,
 * Files and images).
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

/** The size of the pieces in which stores keep files, in bytes. */
const pieceSize = 1024 * 1024

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Reads each piece in a new snapshot, which is safe: the bytes of a digest never change. */
async function* piecesOf({ environment, work }: Visit, { digest, size }: StoredFile): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += pieceSize) {
    await work.ownTurn()
    const piece = await environment.store.read(reader => reader.file(digest, { start, length: pieceSize }))
    if (!piece) throw new Error(`The file ${digest} is incomplete: a piece is missing.`)
    yield piece
  }
}

function missing(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
