import type { HtmlPage } from '@plenum/core'
import { type Message, message } from '@plenum/core'

/** Translates a message into the language of the page. */
export const say = (page: HtmlPage, id: Parameters<typeof message>[0], values?: Message['values']): string =>
  page.translate(message(id, values))
