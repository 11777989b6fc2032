import { type PendingUpload, type PendingUploadStore, surplusUploads } from '../content/store/pendingUploads.js'

interface StoredUpload {
  readonly upload: PendingUpload
  readonly size: number
  readonly bytes: Uint8Array
}

export function memoryPendingUploads(): PendingUploadStore {
  const stored = new Map<string, StoredUpload>()
  const removeExpired = (now: number): void => {
    for (const [id, { upload }] of stored) if (upload.expires <= now) stored.delete(id)
  }
  return {
    add: async ({ upload, bytes, now, limits }) => {
      removeExpired(now)
      const { id, owner, size } = upload
      if (size > limits.ownerBytes) return false
      const own = [...stored.values()].filter(one => one.upload.owner === owner)
      for (const surplus of surplusUploads(own, size, limits)) stored.delete(surplus.upload.id)
      const total = [...stored.values()].reduce((sum, one) => sum + one.size, size)
      if (total > limits.totalBytes) return false
      stored.set(id, { upload, size, bytes })
      return true
    },
    find: async (id, { owner, now }) => {
      const upload = stored.get(id)?.upload
      return upload && upload.owner === owner && upload.expires > now ? upload : null
    },
    bytes: async id => stored.get(id)?.bytes ?? null,
    remove: async (id, owner) => {
      if (stored.get(id)?.upload.owner === owner) stored.delete(id)
    },
    removeExpired: async now => removeExpired(now),
  }
}
