import { piecesOf } from '../../content/store/filePieces.js'
import { userIdOf } from '../../security/caller.js'
import type { Operation } from '../run/operation.js'
import { notFound } from '../run/refusals.js'
import { isSiteRoot } from '../run/visit.js'
import type { FileAnswer, FileWanted } from './getFile.js'

/**
 * `GET /@portrait/{id}`, without an id that of the caller. Public, because pages load images without credentials
 * (docs/content-and-access.md, Users, rule 7). Throws `not-found` for an unknown user, and for a user without a
 * portrait.
 */
export const getPortrait: Operation<FileWanted, FileAnswer> = {
  permission: null,
  exists: isSiteRoot,
  async run({ caller, environment, lineage }, { field, isKnown, part: choosePart }) {
    const portrait = await environment.users.portrait(field || userIdOf(caller))
    if (!portrait) throw notFound(undefined, lineage, environment)
    const { digest: tag, contentType, bytes } = portrait
    const file = { size: bytes.length, part: null, filename: 'portrait', contentType, tag, isLasting: false }
    if (isKnown?.(tag)) return { answer: { ...file, pieces: null } }
    const part = choosePart?.(bytes.length, tag) ?? null
    return { answer: { ...file, part, pieces: piecesOf(bytes, part) } }
  },
}
