import type { HtmlPage } from '@plenum/core'
import { type Message, message } from '@plenum/core'

/** Translates a message into the language of the page. */
export function say(page: HtmlPage, id: Parameters<typeof message>[0], values?: Message['values']): string {
  return page.translate(message(id, values))
}
