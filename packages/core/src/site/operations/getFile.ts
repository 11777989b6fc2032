import type { StoredFile } from '../../content/node.js'
import { activeParts } from '../../content/registry.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../operation.js'
import { may, type Visit } from '../visit.js'

export interface GetFileInput {
  readonly field: string
  /** What the digest of the file has to begin with, where its address says so. */
  readonly digest?: string
  /** Whether the caller has the file with a digest already; its bytes are not read then. */
  readonly isKnown?: (digest: string) => boolean
}

export interface FileAnswer {
  /** Null where the caller has them already. */
  readonly bytes: Uint8Array | null
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

/** `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` (decisions, section 0): the bytes as they were sent. */
export const getFile: Operation<GetFileInput, FileAnswer> = {
  permission: permission.view,
  async run(visit, { field, digest = '', isKnown = () => false }) {
    const file = storedFile(visit, field)
    if (!file) throw missing('file.missing', field)
    if (!file.digest.startsWith(digest)) throw missing('file.replaced', field)
    const isAtHand = isKnown(file.digest)
    const bytes = isAtHand ? null : await visit.reader.file(file.digest)
    if (!bytes && !isAtHand) throw missing('file.missing', field)
    return { answer: { bytes, filename: file.filename, contentType: file['content-type'], digest: file.digest } }
  },
}

function missing(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
