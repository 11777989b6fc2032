import type { OutgoingObject } from '@plenum/core'
import { idOfPath } from '@plenum/core/ports'
import { isRoot } from './exportedObject.js'
import type { NoteOf } from './exportNote.js'

const types: ReadonlySet<string> = new Set([
  ...['Plone Site', 'Document', 'News Item', 'Event', 'Link', 'File', 'Image', 'Collection', 'Folder'],
  ...[
    'Tech Event',
    'Schedule',
    'Keynote',
    'Talk',
    'Training',
    'OpenSpace',
    'LightningTalks',
    'Meeting',
    'Slot',
    'Break',
  ],
  ...['Presenter', 'Venue', 'Room', 'SponsorsDB', 'SponsorLevel', 'Sponsor', 'Profile', 'collective.polls.poll'],
])

const workflows: ReadonlySet<string> = new Set([
  ...['simple_publication_workflow', 'one_state_workflow', 'comment_review_workflow', 'poll_workflow'],
  ...[
    'foundation_member_workflow',
    'intranet_workflow',
    'intranet_folder_workflow',
    'folder_workflow',
    'plone_workflow',
  ],
  ...['simple_workflow', 'comment_one_state_workflow'],
])

/** Names that Zope refuses for content, and tools that every Plone site has at its root. */
const isReserved = (id: string, isAtRoot: boolean): boolean =>
  /[^\w~,.$()# @-]/.test(id) ||
  /^(?:_|aq_)|__$|^REQUEST$/.test(id) ||
  (isAtRoot && /^(?:portal_.*|acl_users|MailHost|error_log|content_type_registry|mimetypes_registry)$/.test(id))

/** Notes the values that Plone with the three add-ons would not accept unchanged. */
export function noteLimits(
  object: OutgoingObject,
  records: readonly { readonly workflow: string }[],
  note: NoteOf,
): void {
  const { node, lineage } = object
  if (!types.has(node.type)) note('unknown-type', node.type)
  for (const { workflow } of records) if (!workflows.has(workflow)) note('unknown-workflow', workflow)
  if (isRoot(object)) return
  const id = idOfPath(node.path)
  if (isReserved(id, lineage.length === 2)) note('reserved-id', node.path)
  if (lineage.at(-2)?.type === 'Presenter') note('no-container', node.path)
}
