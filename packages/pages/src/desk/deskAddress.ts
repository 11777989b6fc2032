import { type PageOf, urlOf } from '@plenum/core'

export type DeskPage = PageOf<'desk'>

/**
 * Returns the URL of the desk with the given parameters. The day and the search remain the same unless the parameters
 * change them.
 */
export function deskAddress(page: DeskPage, parameters: Readonly<Record<string, string>>): string {
  const { day } = page.answer
  const search = page.query.get('search') ?? ''
  const query = new URLSearchParams({ ...(day ? { day } : {}), ...(search ? { search } : {}), ...parameters })
  return `${urlOf(page.base, page.path)}/@@desk?${query}`
}

export const pathOf = ({ base }: Pick<DeskPage, 'base'>, url: string): string => url.slice(base.length) || '/'
