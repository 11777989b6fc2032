import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { DomainError } from '@plenum/core'
import { bodyBytes } from './bodyBytes.js'
import { type BodySink, tooLarge } from './incomingBody.js'

export interface FormPart {
  readonly name: string
  readonly filename: string
  readonly type: string
  readonly content: Buffer
}

/** A `multipart/form-data` body (RFC 7578). */
export interface MultipartForm {
  /** The fields without files, in the order of the body. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /**
   * The files, in the order of the body. An empty file without a file name is omitted, because browsers send such a
   * part for a file input without a selected file.
   */
  readonly files: readonly FormPart[]
}

/** The limits of a `multipart/form-data` body, in addition to the size limit of the body. */
export interface MultipartLimits {
  /** The maximum total size of the fields without files, in bytes. */
  readonly fieldBytes: number
  readonly malformed: () => DomainError
  /** Whether the bytes of files are discarded. Defaults to false. */
  readonly discardsFiles?: boolean
}

/** Parses a `multipart/form-data` body while it arrives. */
export interface MultipartParser extends BodySink {
  /** Returns the form after the last chunk. Throws the error of `malformed` if the body is incomplete. */
  end(): Promise<MultipartForm>
}

/** The maximum number of fields, which is the same as in URL-encoded forms. */
const maxFields = 1000
/** The maximum number of file inputs in a form. */
const maxFiles = 100
/** The maximum size of the headers of a part, in bytes. */
const maxHeadBytes = 8 * 1024

/**
 * Creates a parser for a body with the given `Content-Type`. Throws the error of `malformed` if the header contains no
 * boundary. The `add` method of the parser throws `too-large` if the fields are too long, and
 * the error of `malformed` for a malformed body and for too many fields or files.
 */
export async function multipartParser(
  contentType: string,
  { fieldBytes, malformed, discardsFiles = false }: MultipartLimits,
): Promise<MultipartParser> {
  const fields: [name: string, value: string][] = []
  const files: (() => FormPart)[] = []
  let [received, discarded, fieldsSize, failure] = [0, 0, 0, null as DomainError | null]
  const fail = (error: DomainError): void => {
    failure ??= error
  }
  const busboy = await openBusboy(contentType, { fieldBytes, malformed })
  busboy.on('field', (name: string | undefined, value, _, isTruncated) => {
    fieldsSize += Buffer.byteLength(value)
    if (isTruncated || fieldsSize > fieldBytes) fail(tooLarge(fieldBytes))
    else fields.push([decoded(name), value])
  })
  busboy.on('file', (name: string | undefined, stream, filename, _, type) => {
    if (!discardsFiles) files.push(receivedFile(stream, { name: decoded(name), filename: decoded(filename), type }))
    else
      stream
        .on('data', (chunk: Buffer) => {
          discarded += chunk.length
        })
        .on('error', () => {})
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) busboy.on(limit, () => fail(malformed()))
  busboy.on('error', () => fail(malformed()))
  const check = (): void => {
    if (failure) throw failure
  }
  return {
    add: chunk => {
      received += chunk.length
      busboy.write(chunk)
      check()
    },
    // The parser copies the bytes of fields and files and does not retain the chunks, so each received byte is stored
    // at most once.
    memory: () => received - discarded,
    end: async () => {
      await ended(busboy)
      check()
      return { fields, files: files.map(read => read()).filter(isSelected) }
    },
  }
}

/**
 * Creates the parser of the library. The library is loaded for the first form with files, because most processes never
 * receive such a form.
 */
async function openBusboy(contentType: string, { fieldBytes, malformed }: MultipartLimits): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      isPartAFile: (_, __, filename) => filename !== undefined,
      // Parts without a name are neither fields nor files, so only the number of parts limits them.
      limits: {
        fieldSize: fieldBytes,
        fields: maxFields,
        files: maxFiles,
        parts: maxFields + maxFiles,
        headerSize: maxHeadBytes,
      },
    })
  } catch {
    // The library throws an error if the header contains no boundary.
    throw malformed()
  }
}

/** Collects the bytes of a file, and returns a function that returns the complete file. */
function receivedFile(stream: BusboyFileStream, head: Omit<FormPart, 'content'>): () => FormPart {
  const bytes = bodyBytes(null)
  stream.on('data', (chunk: Buffer) => bytes.add(chunk))
  // The error is ignored, because the parser itself reports a body that ends within a file.
  stream.on('error', () => {})
  return () => ({ ...head, content: bytes.toBuffer() })
}

/** Resolves when the parser has processed all bytes or has failed. */
const ended = (busboy: BusboyInstance): Promise<void> =>
  new Promise(resolve => {
    busboy.on('finish', resolve)
    busboy.on('error', () => resolve())
    busboy.end()
  })

const isSelected = ({ filename, content }: FormPart): boolean => filename !== '' || content.length > 0

/** Decodes quotation marks and line breaks in a name, which browsers percent-encode. */
const decoded = (name = ''): string => name.replace(/%22|%0D|%0A/gi, escaped => decodeURIComponent(escaped))
