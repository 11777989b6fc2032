import { type Release, releasesIn } from '../../event/releases.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { RequestContext } from '../run/requestContext.js'

/** The name of the working programme in place of a number. */
export const working = 'working'

/** The release with a number in decimal digits. Throws a DomainError `not-found` for an unknown one. */
export function findRelease({ node }: Pick<RequestContext, 'node'>, name: string): Release {
  const release = releasesIn(node).find(({ number }) => String(number) === name)
  if (release) return release
  throw new DomainError('not-found', message('release.missing', { release: name.slice(0, 100) }))
}
