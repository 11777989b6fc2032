import { cleanHtml } from './cleanHtml.js'
import type { CleanedHtml } from './openHtmlCleaner.js'

export const answer = (texts: readonly string[]): CleanedHtml => texts.map(cleanHtml)
