import { DomainError, message } from '@plenum/core'
import { partsOfForm } from '../guards/bodies/multipart.js'

const noFile = (): DomainError => new DomainError('bad-request', message('csv.file'))

/**
 * Extracts the file from a `multipart/form-data` form (RFC 7578) whose part `file` contains one file. Throws a
 * DomainError `bad-request` for any other form.
 */
export function fileInForm(body: Buffer, contentType: string): Buffer {
  const files = partsOfForm(body, contentType, noFile).filter(
    ({ name, filename }) => name === 'file' && filename !== null,
  )
  const [file, ...others] = files
  if (!file || others.length > 0) throw noFile()
  return file.content
}
