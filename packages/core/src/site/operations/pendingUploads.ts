import type { PendingUpload } from '../../content/store/pendingUploads.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import type { FormFile } from '../page/form/enterControl.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { mayEdit } from './editContent.js'

const MiB = 1024 * 1024

const limits = { ownerFiles: 20, ownerBytes: 128 * MiB, totalBytes: 1024 * MiB }

/** The time in milliseconds after which a pending upload is deleted. */
const lifetime = 24 * 60 * 60 * 1000

const maxFilename = 255

/** Members who may add or edit content at a path may also upload files for the forms at this path. */
const maySendFiles = (context: RequestContext): boolean =>
  context.caller.kind === 'member' && (hasPermission(context, permission.add) || mayEdit(context))

/**
 * Stores a file of a form before the form is saved (docs/editing.md, Files in forms). Returns null if the upload
 * exceeds a limit (docs/limits.md).
 */
export const keepUpload: Operation<{ readonly file: FormFile }, PendingUpload | null> = {
  permission: maySendFiles,
  async run({ environment, uploads, caller, now, task }, { file }) {
    const store = environment.pendingUploads
    const read = uploads?.get(file.data) ?? environment.readUpload(file.data)
    if (!store || !read) return { answer: null }
    const { bytes, ...properties } = read
    const upload: PendingUpload = {
      ...properties,
      id: environment.newUid(),
      owner: userIdOf(caller),
      filename: file.filename.slice(0, maxFilename),
      contentType: file['content-type'],
      expires: now + lifetime,
    }
    return { later: async () => ((await store.add({ upload, bytes, now, limits, slice: task })) ? upload : null) }
  },
}

/** Returns a pending upload of the caller, or null if it does not exist, has expired or belongs to another user. */
export const findUpload: Operation<{ readonly id: string }, PendingUpload | null> = {
  permission: maySendFiles,
  run: async ({ environment, caller, now }, { id }) => ({
    later: async () => (await environment.pendingUploads?.find(id, { owner: userIdOf(caller), now })) ?? null,
  }),
}

/** Returns the bytes of a pending upload of the caller, or null under the same conditions as `findUpload`. */
export const readPendingUpload: Operation<{ readonly id: string }, Uint8Array | null> = {
  permission: maySendFiles,
  run: async ({ environment: { pendingUploads }, caller, now, task }, { id }) => ({
    later: async () => {
      if (!(await pendingUploads?.find(id, { owner: userIdOf(caller), now }))) return null
      return (await pendingUploads?.bytes(id, task)) ?? null
    },
  }),
}

export const dropUpload: Operation<{ readonly id: string }, null> = {
  permission: maySendFiles,
  run: async ({ environment, caller }, { id }) => ({
    later: async () => {
      await environment.pendingUploads?.remove(id, userIdOf(caller))
      return null
    },
  }),
}
