import { type HtmlPage, type Message, message } from '@plenum/core'

export const say = (page: HtmlPage, id: Parameters<typeof message>[0], values?: Message['values']): string =>
  page.translate(message(id, values))
