import type { Message } from '@plenum/core'
import { openThread } from '../threads/openThread.js'

/** Of each text what `cleanHtml` makes of it. */
export type CleanedHtml = readonly (string | Message)[]

/** Cleans HTML in another thread: of 1 MiB that takes up to half a second. */
export interface HtmlCleaner {
  clean(texts: readonly string[]): Promise<CleanedHtml>
  close(): Promise<void>
}

export function openHtmlCleaner(): HtmlCleaner {
  const { ask, close } = openThread<readonly string[], CleanedHtml>('html/htmlWorker.js')
  return { clean: texts => ask(texts), close }
}
