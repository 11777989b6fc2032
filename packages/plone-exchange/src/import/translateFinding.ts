import { type IncomingFinding, type IncomingFindingKind, translateEnglish } from '@plenum/core'

/**
 * The descriptions of findings. In a message, the description follows the location. `{}` is replaced with the detail of
 * the finding.
 */
const words: Readonly<Record<IncomingFindingKind, string>> = {
  source: '{}',
  'same-path': 'has the path of another object: {}',
  taken: 'has the path of other content on the site: {}',
  container: 'is inside {}, which does not exist',
  id: 'has a short name that is not allowed: {}',
  type: 'has the unknown type {}',
  field: 'is an unknown field',
  workflow: 'has records of the unknown workflow {}',
  state: 'has records of an unknown state: {}',
  'left-out': 'is inside {}, which is skipped',
  value: 'is invalid: {}',
  'review-state': 'has a state that does not match its records: {}',
  votes: 'does not contain valid poll votes',
  root: 'has a type that does not fit its place: {}',
  'made-safe': 'contained unsafe HTML, which was removed',
  required: 'is required but empty',
  relation: 'points to {}, which is missing or has the wrong type',
  'default-page': 'names {}, which is not one of the items of the container',
  role: 'gives roles to the unknown user or group {}',
  permission: 'sets the unknown permission {}, which is ignored',
  version: 'is omitted from an old version: {}',
  'several-events': 'is a separate event: from now on the site supports several events',
  'address-in-use': 'is an old address of {}, but other content now has this address',
  'address-lost': 'is an old address of {}, which does not exist, so it redirects nowhere',
  'user-email':
    'the user {} has the email address with which another user logs in; one of these users needs a different address',
  'user-kept': 'the user {} already exists and is not changed',
  extra: 'is on the site but not in the export',
}

/** Returns a line that shows the file, path, key and problem to the person who runs the import. */
export function translateFinding({ kind, uid, path, key, detail }: IncomingFinding): string {
  const file = uid === null ? null : `content/${uid}/data.json`
  const place = [file, path === null ? null : `(${path})`, key].filter(part => part !== null).join(' ')
  const about = detail === null ? '' : typeof detail === 'string' ? detail : translateEnglish(detail)
  const sentence = words[kind].replace('{}', () => about).slice(0, 500)
  return place === '' ? `${sentence}.` : `${place}: ${sentence}${sentence.endsWith('.') ? '' : '.'}`
}
