import type { HtmlPage } from '@plenum/core'
import { type Message, message } from '@plenum/core'

/** The text of a message in the language of the page. */
export function say(page: HtmlPage, id: Parameters<typeof message>[0], values?: Message['values']): string {
  return page.translate(message(id, values))
}
