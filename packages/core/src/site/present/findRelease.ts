import { type Release, releasesIn } from '../../event/releases.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { RequestContext } from '../run/requestContext.js'

/** The name that stands for the working programme instead of the number of a release. */
export const working = 'working'

/** Finds a release by its number in decimal digits. Throws a DomainError `not-found` if the release is unknown. */
export function findRelease({ node }: Pick<RequestContext, 'node'>, name: string): Release {
  const release = releasesIn(node).find(({ number }) => String(number) === name)
  if (release) return release
  throw new DomainError('not-found', message('release.missing', { release: name.slice(0, 100) }))
}
