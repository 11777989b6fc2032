import type { PendingUpload, UploadLimits } from '../../content/store/pendingUploads.js'
import { waitingSlice } from '../../foundation/waitingSlice.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import type { FormFile } from '../page/form/enterControl.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { mayEdit } from './editContent.js'

const MiB = 1024 * 1024

const totalBytes = 1024 * MiB
const contentLimits = { ownerFiles: 20, ownerBytes: 128 * MiB, totalBytes }
/** The limits for members who may not add or edit content: one portrait of the maximum size. */
const portraitLimits = { ownerFiles: 1, ownerBytes: 2 * MiB, totalBytes }

/** The time in milliseconds after which a pending upload is deleted. */
const lifetime = 24 * 60 * 60 * 1000

const maxFilename = 255

const isMember = ({ caller }: Pick<RequestContext, 'caller'>): boolean => caller.kind === 'member'

/** Whether the caller may add or edit content at the path, and may therefore upload files for forms at this path. */
const maySendFiles = (context: RequestContext): boolean =>
  isMember(context) && (hasPermission(context, permission.add) || mayEdit(context))

/**
 * Stores a file from a form before the form is saved (docs/editing.md, Files in forms). Returns null if the upload
 * exceeds a limit (docs/limits.md).
 */
export const keepUpload: Operation<{ readonly file: FormFile }, PendingUpload | null> = {
  permission: maySendFiles,
  run: (context, { file }) => keepWithin(context, file, contentLimits),
}

/**
 * Stores a portrait before the profile form is saved. All members may upload a portrait, because all members may edit
 * their own profiles.
 */
export const keepPortrait: Operation<{ readonly file: FormFile }, PendingUpload | null> = {
  permission: isMember,
  run: (context, { file }) => keepWithin(context, file, maySendFiles(context) ? contentLimits : portraitLimits),
}

async function keepWithin(context: RequestContext, file: FormFile, limits: UploadLimits) {
  const { environment, uploads, caller, now, task } = context
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
}

/** Returns a pending upload of the caller, or null if it does not exist, has expired or belongs to another user. */
export const findUpload: Operation<{ readonly id: string }, PendingUpload | null> = {
  permission: isMember,
  run: async ({ environment, caller, now }, { id }) => ({
    later: async () => (await environment.pendingUploads?.find(id, { owner: userIdOf(caller), now })) ?? null,
  }),
}

/** Returns the bytes of a pending upload of the caller, or null under the same conditions as `findUpload`. */
export const readPendingUpload: Operation<{ readonly id: string }, Uint8Array | null> = {
  permission: isMember,
  run: async ({ environment: { pendingUploads }, caller, now, task }, { id }) => ({
    later: async () => {
      if (!(await pendingUploads?.find(id, { owner: userIdOf(caller), now }))) return null
      return (await pendingUploads?.bytes(id, waitingSlice(task))) ?? null
    },
  }),
}

export const dropUpload: Operation<{ readonly id: string }, null> = {
  permission: isMember,
  run: async ({ environment, caller }, { id }) => ({
    later: async () => {
      await environment.pendingUploads?.remove(id, userIdOf(caller))
      return null
    },
  }),
}
