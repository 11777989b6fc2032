import { type IncomingFinding, type IncomingFindingKind, translateEnglish } from '@plenum/core'

/** Sentences for findings; the location precedes them. */
const words: Readonly<Record<IncomingFindingKind, string>> = {
  source: '{}',
  'same-path': 'has the path of another object: {}',
  taken: 'has the path of other content of the site: {}',
  container: 'lies in {}, which there is not',
  id: 'has a short name that is refused: {}',
  type: 'has the type {}, which there is not',
  field: 'is a field that there is not',
  workflow: 'has records of the workflow {}, which there is not',
  state: 'has records of a state that there is not: {}',
  'left-out': 'lies in {}, which is left out',
  value: 'is refused: {}',
  'review-state': 'has another state than its records: {}',
  votes: 'has no votes of a poll',
  root: 'has a type that is not that of its place: {}',
  'made-safe': 'was made safe',
  required: 'is required and empty',
  relation: 'leads to {}, which is not there or of another type',
  role: 'gives roles to {}, whom there is not',
  permission: 'sets the permission {}, which there is not',
  version: 'is left out of an old version: {}',
  'several-events': 'is an event of its own: the site supports several events from now on',
  'address-in-use': 'is an old address of {} under which there is content',
  'address-lost': 'is an old address of {}, which is not there: it leads nowhere',
  'user-email': 'the user {} has an e-mail address by which another user logs in; one of them needs another address',
  'user-kept': 'the user {} is there already and stays as they are',
  extra: 'is on the site and not in the export',
}

/** A line for the person who runs the import: file, path, key and problem. */
export function translateFinding({ kind, uid, path, key, detail }: IncomingFinding): string {
  const file = uid === null ? null : `content/${uid}/data.json`
  const place = [file, path === null ? null : `(${path})`, key].filter(part => part !== null).join(' ')
  const about = detail === null ? '' : typeof detail === 'string' ? detail : translateEnglish(detail)
  const sentence = words[kind].replace('{}', () => about).slice(0, 500)
  return place === '' ? `${sentence}.` : `${place}: ${sentence}${sentence.endsWith('.') ? '' : '.'}`
}
