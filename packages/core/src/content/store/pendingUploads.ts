import type { Instant } from '../../foundation/instants.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Upload } from '../fields/reading.js'

/** A file that a user uploaded for a form that has not been saved yet. */
export interface PendingUpload extends Upload {
  readonly id: string
  /** The id of the user who uploaded the file. Other users cannot use the file. */
  readonly owner: string
  readonly filename: string
  readonly contentType: string
  readonly expires: Instant
}

export interface UploadLimits {
  /** The maximum number of files per owner. */
  readonly ownerFiles: number
  /** The maximum total size of an owner's files, in bytes. */
  readonly ownerBytes: number
  /** The maximum total size of all files, in bytes. */
  readonly totalBytes: number
}

export interface NewUpload {
  readonly upload: PendingUpload
  readonly bytes: Uint8Array
  readonly now: Instant
  readonly limits: UploadLimits
  readonly slice: TimeSlice
}

/** The port for storing the files of forms that have not been saved yet. */
export interface PendingUploadStore {
  /**
   * Stores a file. First deletes expired files, and the owner's oldest files if the owner would otherwise exceed a
   * limit. Returns false without storing the file if the file or the total size would exceed a limit.
   */
  add(added: NewUpload): Promise<boolean>
  /** Returns a file without its bytes, or null if the file does not exist, has expired or belongs to another user. */
  find(id: string, at: { readonly owner: string; readonly now: Instant }): Promise<PendingUpload | null>
  /** Returns all bytes of a file, or null if the file does not exist or is removed while it is read. */
  bytes(id: string, slice: TimeSlice): Promise<Uint8Array | null>
  remove(id: string, owner: string): Promise<void>
  removeExpired(now: Instant): Promise<void>
}

/**
 * Returns the files of an owner that must be deleted before a file with `size` bytes can be added. `stored` contains
 * the files of the owner, oldest first.
 */
export function surplusUploads<Stored extends { readonly size: number }>(
  stored: readonly Stored[],
  size: number,
  { ownerFiles, ownerBytes }: UploadLimits,
): readonly Stored[] {
  let bytes = stored.reduce((sum, file) => sum + file.size, size)
  let files = stored.length + 1
  return stored.filter(file => {
    if (files <= ownerFiles && bytes <= ownerBytes) return false
    files -= 1
    bytes -= file.size
    return true
  })
}
