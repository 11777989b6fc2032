import { piecesOf } from '../../content/store/filePieces.js'
import { userIdOf } from '../../security/caller.js'
import type { Operation } from '../run/operation.js'
import { notFound } from '../run/refusals.js'
import { isSiteRoot } from '../run/requestContext.js'
import type { FileAnswer, FileRequest } from './getFile.js'

/**
 * `GET /@portrait/{id}`, without an id that of the caller. Public, because pages load images without credentials
 * (docs/content-and-access.md, Users, rule 7). Throws `not-found` for an unknown user, and for a user without a
 * portrait.
 */
export const getPortrait: Operation<FileRequest, FileAnswer> = {
  permission: null,
  exists: isSiteRoot,
  async run({ caller, environment, lineage }, { field, isUnmodified, part: choosePart }) {
    const portrait = await environment.users.portrait(field || userIdOf(caller))
    if (!portrait) throw notFound(undefined, lineage, environment)
    const { digest: etag, contentType, bytes } = portrait
    const file = { size: bytes.length, part: null, filename: 'portrait', contentType, etag, isImmutable: false }
    if (isUnmodified?.(etag)) return { answer: { ...file, pieces: null } }
    const part = choosePart?.(bytes.length, etag) ?? null
    return { answer: { ...file, part, pieces: piecesOf(bytes, part) } }
  },
}
