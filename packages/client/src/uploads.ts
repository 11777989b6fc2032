/** The content of a file. */
export type FileContent = Blob | Uint8Array

/** The part of a request body that has been sent, in bytes. */
export interface Progress {
  readonly sent: number
  readonly total: number
}

/** A file as a value of a file or image field (docs/content-and-access.md, Files and images). */
export interface SentFile {
  readonly data: string
  readonly encoding: 'base64'
  readonly filename: string
  readonly 'content-type': string
}

/** The number of bytes that are encoded at a time. It is a multiple of three, so that the parts can be joined. */
const partSize = 24_576

/** Encodes a file for JSON. The name and the media type default to those of a File. */
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
