import type { Finding, FindingKind } from '@plenum/core'

type Words<K extends FindingKind> = readonly [
  /** The finding, with the number of occurrences. */
  what: (count: number) => string,
  remedy: string,
  /** A single occurrence. */
  example: (finding: Extract<Finding, { readonly kind: K }>) => string,
]

const byRepair = 'Run `plenum doctor --deep --repair`.'
const byBackup = 'Restore a backup from before; what is there still can be read.'
const at = ({ path }: { readonly path: string }): string => path

const words: { readonly [K in FindingKind]: Words<K> } = {
  stray: [count => `${count} objects have no container.`, byBackup, at],
  type: [
    count => `${count} objects have a type that is not known.`,
    'Set WORKFLOWS_DIR as before, or start the program that embeds Plenum with this type.',
    ({ path, type }) => `${path} (${type})`,
  ],
  reserved: [
    count => `${count} objects have a short name at which the service itself answers now.`,
    'Rename them by a PATCH of `id` below /++api++, where they can be reached still.',
    at,
  ],
  permissions: [count => `${count} objects have other permissions than their states give.`, byRepair, at],
  catalog: [count => `${count} objects are found otherwise than their content says.`, byRepair, at],
  history: [
    count => `${count} histories are not in order.`,
    'The content is as it is; only what the history tells is wrong. Restore a backup from before where that matters.',
    ({ path, problem }) => `${path} (${historyProblems[problem]})`,
  ],
  file: [
    count => `${count} files are named and not there as a whole.`,
    'Upload them again, or restore a backup from before.',
    ({ path, digest }) => `${path} (${digest})`,
  ],
  bytes: [
    count => `${count} files are not as they were uploaded.`,
    'See that the disk works; upload them again, or restore a backup from before.',
    ({ digest }) => digest,
  ],
  unreferenced: [
    () => 'Files that were deleted are not erased yet.',
    'A running service erases them within a minute; `plenum doctor --repair` does so at once.',
    ({ files, bytes }) => `${files} files of ${bytes} bytes`,
  ],
  relation: [
    count => `${count} relations lead to what is gone.`,
    'They are left out of answers. Save the object with others where that is not meant.',
    ({ path, field, to }) => `${path} (${field}: ${to})`,
  ],
  alias: [count => `${count} addresses lead elsewhere where they can not.`, byRepair, at],
  voters: [
    count => `${count} polls have another number of voters than their result says.`,
    'Close the poll, stop the service, and count them anew: `plenum poll export FILE`, then `plenum poll import FILE`.',
    ({ path, countedVoters: told, storedVoters: kept }) => `${path} (${told} told, ${kept} kept)`,
  ],
  votes: [
    count => `${count} polls have more votes than their voters can have cast.`,
    'Restore a backup from before, or clear the poll by retracting it.',
    ({ path, votes, maxVotes: most }) => `${path} (${votes}, at most ${most})`,
  ],
  store: [
    count => `${count} tables of the database do not fit together.`,
    'Run `plenum doctor --deep --repair`; where this stays, restore a backup from before.',
    ({ what, rows }) => `${what} (${rows} rows)`,
  ],
}

const historyProblems = {
  times: 'times go back',
  numbers: 'numbers of versions have gaps',
  records: 'versions tell of records that are not there',
  state: 'the last record has another state than the object',
}

export const translateFindings = (kind: FindingKind, count: number): readonly [what: string, remedy: string] => [
  words[kind][0](count),
  words[kind][1],
]

export const wordExample = (finding: Finding): string =>
  (words[finding.kind][2] as (finding: Finding) => string)(finding)
