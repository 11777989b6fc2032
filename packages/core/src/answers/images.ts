/** A scaled version of an image. The width and the height are in pixels. */
export type ImageScale = {
  /**
   * The URL of the scaled image. In summaries, the URL is relative to `base_path` or, without `base_path`, to the `@id`
   * of the object. In all other payloads, the URL is absolute.
   */
  readonly download: string
  readonly width: number
  readonly height: number
}

/** A file in a field (docs/content-and-access.md, Files and images). */
export type FileValue = {
  readonly filename: string
  readonly 'content-type': string
  /** The size of the file in bytes. */
  readonly size: number
  readonly download: string
}

/** An image in a field. In summaries, scales that are wider than the image are omitted. */
export type ImageValue = FileValue & {
  /** The width and the height in pixels, or null if they are unknown, as for some SVG images. */
  readonly width: number | null
  readonly height: number | null
  readonly scales: Readonly<Record<string, ImageScale>>
}

/** An image in a summary. */
export type SummaryImage = ImageValue & {
  /**
   * The path of the object that contains the image. The key is omitted if the summarized object itself contains the
   * image.
   */
  readonly base_path?: string
}
