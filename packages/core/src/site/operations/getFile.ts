import type { StoredFile } from '../../content/node.js'
import { activeParts } from '../../content/registry.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../operation.js'
import { may, type Visit } from '../visit.js'

export interface FileAnswer {
  readonly bytes: Uint8Array
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
export const getFile: Operation<{ readonly field: string }, FileAnswer> = {
  permission: permission.view,
  async run(visit, { field }) {
    const file = storedFile(visit, field)
    const bytes = file && (await visit.reader.file(file.digest))
    if (!bytes) throw new DomainError('not-found', message('file.missing', { field: field.slice(0, 100) }))
    return { answer: { bytes, filename: file.filename, contentType: file['content-type'], digest: file.digest } }
  },
}
