import type { Message } from '@plenum/core'
import { openThreads } from '../threads/openThreads.js'

/** The results of `cleanHtml`, in the same order as the strings that were passed to `clean`. */
export type CleanedHtml = readonly (string | Message)[]

/** Sanitizes HTML in another thread, because sanitizing 1 MiB can take half a second. */
export interface HtmlCleaner {
  clean(texts: readonly string[]): Promise<CleanedHtml>
  close(): Promise<void>
}

/** Opens a sanitizer with a single thread, which is started when `clean` is called for the first time. */
export function openHtmlCleaner(): HtmlCleaner {
  const threads = openThreads<readonly string[], CleanedHtml>(
    new URL('../../dist/html/htmlWorker.js', import.meta.url),
    1,
  )
  return { clean: texts => threads.run(texts), close: () => threads.destroy() }
}
