import { DomainError, message } from '@plenum/core'
import { maxBytes } from '../guards/bodies/bodySizes.js'
import { multipartParser } from '../guards/bodies/multipart.js'

const noFile = (): DomainError => new DomainError('bad-request', message('csv.file'))

/**
 * Extracts the file from a `multipart/form-data` form (RFC 7578) whose part `file` contains one file. Throws a
 * DomainError `bad-request` for any other form.
 */
export async function fileInForm(body: Buffer, contentType: string): Promise<Buffer> {
  const parser = await multipartParser(contentType, { fieldBytes: maxBytes, malformed: noFile })
  parser.add(body)
  const { files } = await parser.end()
  const [file, ...others] = files.filter(({ name }) => name === 'file')
  if (!file || others.length > 0) throw noFile()
  return file.content
}
