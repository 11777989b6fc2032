import { type Release, releasesIn } from '../../event/releases.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { RequestContext } from '../run/requestContext.js'

/** The string that selects the unreleased schedule instead of a release number. */
export const working = 'working'

/**
 * Returns the release with the given number. `name` is the number in decimal notation. Throws a DomainError `not-found`
 * if the release does not exist.
 */
export function findRelease({ node }: Pick<RequestContext, 'node'>, name: string): Release {
  const release = releasesIn(node).find(({ number }) => String(number) === name)
  if (release) return release
  throw new DomainError('not-found', message('release.missing', { release: name.slice(0, 100) }))
}
