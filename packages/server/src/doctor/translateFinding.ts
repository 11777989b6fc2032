import type { Finding, FindingKind } from '@plenum/core'

type Words<K extends FindingKind> = readonly [
  what: (count: number) => string,
  remedy: string,
  example: (finding: Extract<Finding, { readonly kind: K }>) => string,
]

const byRepair = 'Run `plenum doctor --deep --repair`.'
const byBackup = 'Restore an earlier backup; the remaining data is still readable.'
const at = ({ path }: { readonly path: string }): string => path

const words: { readonly [K in FindingKind]: Words<K> } = {
  stray: [count => `${count} objects have no container.`, byBackup, at],
  type: [
    count => `${count} objects have an unknown type.`,
    'Restore the previous WORKFLOWS_DIR, or start the embedding program that registers this type.',
    ({ path, type }) => `${path} (${type})`,
  ],
  reserved: [
    count => `${count} objects have a short name that the service itself now uses.`,
    'Rename them with a PATCH of `id` below /++api++, where they can still be reached.',
    at,
  ],
  permissions: [count => `${count} objects have permissions that differ from those of their states.`, byRepair, at],
  catalog: [count => `${count} objects have outdated entries in the catalog.`, byRepair, at],
  timer: [
    count => `${count} objects do not run the timed transitions of their states.`,
    'Run `plenum workflow repair`, as after every change of a workflow.',
    at,
  ],
  history: [
    count => `${count} histories are inconsistent.`,
    'The content itself is correct; only its history is wrong. Restore an earlier backup if that matters.',
    ({ path, problem }) => `${path} (${historyProblems[problem]})`,
  ],
  file: [
    count => `${count} files are missing or incomplete.`,
    'Upload them again, or restore an earlier backup.',
    ({ path, digest }) => `${path} (${digest})`,
  ],
  bytes: [
    count => `${count} files have changed since they were uploaded.`,
    'Check the disk; upload the files again, or restore an earlier backup.',
    ({ digest }) => digest,
  ],
  unreferenced: [
    () => 'Deleted files have not been erased yet.',
    'A running service erases them within a minute; `plenum doctor --repair` does so immediately.',
    ({ files, bytes }) => `${files} files of ${bytes} bytes`,
  ],
  relation: [
    count => `${count} relations point to deleted content.`,
    'They are left out of responses. If that is not intended, edit the object and choose other targets.',
    ({ path, field, to }) => `${path} (${field}: ${to})`,
  ],
  person: [
    count => `${count} presenters have no unique id for schedule apps.`,
    byRepair,
    ({ path, problem }) => `${path} (${problem === 'missing' ? 'no id' : 'id of another presenter'})`,
  ],
  conflicts: [
    count => `${count} events have conflicts in their programmes.`,
    'Open /@schedule-conflicts of the event as an editor to see them.',
    ({ path, conflicts }) => `${path} (${conflicts})`,
  ],
  alias: [count => `${count} aliases cannot redirect to their targets.`, byRepair, at],
  voters: [
    count => `${count} polls have a number of voters that does not match their result.`,
    'Close the poll, stop the service, and recount: `plenum poll export FILE`, then `plenum poll import FILE`.',
    ({ path, countedVoters: counted, storedVoters: stored }) => `${path} (counted ${counted}, stored ${stored})`,
  ],
  votes: [
    count => `${count} polls have more votes than their voters could have cast.`,
    'Restore an earlier backup, or clear the poll by retracting it.',
    ({ path, votes, maxVotes: max }) => `${path} (${votes}, at most ${max})`,
  ],
  store: [
    count => `${count} tables of the database are inconsistent.`,
    'Run `plenum doctor --deep --repair`; if the problem remains, restore an earlier backup.',
    ({ what, rows }) => `${what} (${rows} rows)`,
  ],
}

const historyProblems = {
  times: 'timestamps are out of order',
  numbers: 'version numbers have gaps',
  records: 'versions refer to missing records',
  state: 'the last record does not match the state of the object',
}

export const translateFindings = (kind: FindingKind, count: number): readonly [what: string, remedy: string] => [
  words[kind][0](count),
  words[kind][1],
]

export const translateExample = (finding: Finding): string =>
  (words[finding.kind][2] as (finding: Finding) => string)(finding)
