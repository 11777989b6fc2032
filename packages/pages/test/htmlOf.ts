import type { HtmlPage, TimeSlice } from '@plenum/core'
import { renderPage } from '../src/renderPage.js'

const unhurried: TimeSlice = { isOver: () => false, next: async () => {} }

export const htmlOf = async (page: HtmlPage, slice: TimeSlice = unhurried): Promise<string> => renderPage(page, slice)
