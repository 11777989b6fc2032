export type FileContent = Blob | Uint8Array

/** The number of bytes of a request body that have been sent, and the total number of bytes. */
export interface Progress {
  readonly sent: number
  readonly total: number
}

/** The value of a file or image field in a request (docs/content-and-access.md, Files and images). */
export interface SentFile {
  readonly data: string
  readonly encoding: 'base64'
  readonly filename: string
  readonly 'content-type': string
}

/**
 * The number of bytes to encode in one step. Because it is a multiple of three, the encoded parts can be concatenated.
 */
const partSize = 24_576

/** Encodes a file as a JSON value. The name and the media type default to those of a `File` object. */
export async function encodeFile(
  content: FileContent,
  { name = nameOf(content) ?? 'file', type = typeOf(content) }: { readonly name?: string; readonly type?: string } = {},
): Promise<SentFile> {
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(await content.arrayBuffer())
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += partSize)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + partSize))))
  return { data: parts.join(''), encoding: 'base64', filename: name, 'content-type': type }
}

const nameOf = (content: FileContent): string | undefined =>
  'name' in content && typeof content.name === 'string' ? content.name : undefined

const typeOf = (content: FileContent): string =>
  (content instanceof Uint8Array ? '' : content.type) || 'application/octet-stream'
