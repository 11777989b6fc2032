import type { Message } from '@plenum/core'
import { openThreads } from '../threads/openThreads.js'

/** Of each text what `cleanHtml` makes of it. */
export type CleanedHtml = readonly (string | Message)[]

/** Cleans HTML in another thread: of 1 MiB that takes up to half a second. */
export interface HtmlCleaner {
  clean(texts: readonly string[]): Promise<CleanedHtml>
  close(): Promise<void>
}

export function openHtmlCleaner(): HtmlCleaner {
  const threads = openThreads<readonly string[], CleanedHtml>(
    new URL('../../dist/html/htmlWorker.js', import.meta.url),
    1,
  )
  return { clean: texts => threads.run(texts), close: () => threads.destroy() }
}
