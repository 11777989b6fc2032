import type { HtmlPage, Turn } from '@plenum/core'
import { renderPage } from '../src/renderPage.js'

const unhurried: Turn = { isOver: () => false, next: async () => {} }

/** The HTML of a page. */
export const htmlOf = async (page: HtmlPage, turn: Turn = unhurried): Promise<string> => renderPage(page, turn)
