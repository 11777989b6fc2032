import { randomUUID } from 'node:crypto'
import type { FormFile, ReadUpload } from '@plenum/core'
import { type FileOptions, maxBytes } from '../../guards/bodies/bodySizes.js'
import type { FormPart } from '../../guards/bodies/multipart.js'

export interface FormFiles {
  readonly byName: ReadonlyMap<string, FormFile>
  /** The uploaded files by their placeholders in `data`. */
  readonly uploads: ReadonlyMap<string, ReadUpload>
}

export const noFiles: FormFiles = { byName: new Map(), uploads: new Map() }

/** Converts files to the format that operations accept. `readLargeFile` determines the properties of large files. */
export async function readFiles(
  parts: readonly FormPart[],
  { readLargeFile }: Pick<FileOptions, 'readLargeFile'>,
): Promise<FormFiles> {
  const byName = new Map<string, FormFile>()
  const uploads = new Map<string, ReadUpload>()
  for (const { name, filename, type, content } of parts) {
    const isLarge = readLargeFile !== undefined && content.length > maxBytes
    const data = isLarge ? randomUUID() : content.toString('base64')
    if (isLarge) uploads.set(data, await readLargeFile(content))
    byName.set(name, { filename, 'content-type': type, data })
  }
  return { byName, uploads }
}
