import { type PageOf, urlOf } from '@plenum/core'

export type DeskPage = PageOf<'desk'>

/**
 * Returns the URL of the desk with the given parameters. The day, the part of the day and the search remain the same
 * unless the parameters change them. If the parameters select a different day, the first part of that day is shown.
 */
export function deskAddress(page: DeskPage, parameters: Readonly<Record<string, string>>): string {
  const { day } = page.answer
  const part = 'day' in parameters ? '' : shownPart(page)
  const search = page.query.get('search') ?? ''
  const query = new URLSearchParams({
    ...(day ? { day } : {}),
    ...(part ? { part } : {}),
    ...(search ? { search } : {}),
    ...parameters,
  })
  return `${urlOf(page.base, page.path)}/@@desk?${query}`
}

/** Returns the number of the part of the day that the desk shows, or an empty string if the day has only one part. */
export const shownPart = ({ answer: { parts, part } }: DeskPage): string => (parts.length > 1 ? String(part) : '')

export const pathOf = ({ base }: Pick<DeskPage, 'base'>, url: string): string => url.slice(base.length) || '/'
