/** One scale of an image, in pixels. */
export type ImageScale = {
  /** An absolute URL; in summaries relative to the `@id` of the object, or to `base_path`. */
  readonly download: string
  readonly width: number
  readonly height: number
}

/** A file in a field (docs/content-and-access.md, Files and images). */
export type FileValue = {
  readonly filename: string
  readonly 'content-type': string
  /** In bytes. */
  readonly size: number
  readonly download: string
}

/** An image in a field. A summary lists only scales that are not wider than the image. */
export type ImageValue = FileValue & {
  /** In pixels; null when the size of the image is unknown, as for some drawings. */
  readonly width: number | null
  readonly height: number | null
  readonly scales: Readonly<Record<string, ImageScale>>
}

/** An image in a summary. */
export type SummaryImage = ImageValue & {
  /** Path of the object that has the image, when it is not the object of the summary. */
  readonly base_path?: string
}
