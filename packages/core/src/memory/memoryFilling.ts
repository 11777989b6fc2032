import type { WorkflowRecord } from '../content/node/node.js'
import { voterKey } from '../content/store/ballots.js'
import type { StoredVersion } from '../content/store/versions.js'
import { badRequest } from '../foundation/messages.js'
import type { QueuedMail } from '../mails/mail.js'
import type { FillingObject, FillingPart, PartKind, Parts } from '../portable/wholeStore.js'
import type { Webhook } from '../webhooks/webhook.js'
import { noBallots } from './memoryBallots.js'
import { concatenate } from './memoryFiles.js'
import { emptyState, type MemoryState, type Stored, type StoredAlias, type StoredBallots } from './memoryState.js'
import { noPeople, type People } from './memoryUserDirectory.js'

interface SiteBuilder {
  readonly people: People
  readonly webhooks: readonly Webhook[]
  state(): MemoryState
  add(part: FillingPart): void
}

interface MutableStored extends Stored {
  readonly records: WorkflowRecord[]
  readonly versions: StoredVersion[]
  ballots: StoredBallots & { readonly voters: Set<string> }
}

export function createSiteBuilder(): SiteBuilder {
  const objects = new Map<string, MutableStored>()
  const paths = new Map<string, string>()
  const aliases = new Map<string, StoredAlias>()
  const pieces = new Map<string, Uint8Array[]>()
  const people = noPeople()
  const webhooks: Webhook[] = []
  const mails = new Map<string, QueuedMail>()
  let nextSeq = emptyState.nextSeq
  const objectOf = (kind: PartKind, uid: string): MutableStored => objects.get(uid) ?? refuse(kind, uid)
  const add = (object: FillingObject): void => {
    const { order, position, node, lock, entry } = object
    const ballots = { tally: noBallots.tally, voters: new Set<string>() }
    objects.set(node.uid, {
      seq: order,
      position,
      node,
      entry,
      records: [],
      versions: [],
      ballots,
      lock: lock ?? undefined,
    })
    paths.set(node.path, node.uid)
    nextSeq = Math.max(nextSeq, order + 1)
  }
  const adders: { readonly [K in PartKind]: (part: K extends 'object' ? FillingObject : Parts[K]) => unknown } = {
    file: ({ digest, bytes }) => addTo(pieces, digest, bytes),
    object: add,
    record: ({ uid, record }) => objectOf('record', uid).records.push(record),
    version: ({ uid, version }) => objectOf('version', uid).versions.push(version),
    alias: ({ path, ...alias }) => {
      if ('uid' in alias.target) objectOf('alias', alias.target.uid)
      aliases.set(path, alias)
    },
    votes: ({ poll, tally }) => {
      const object = objectOf('votes', poll)
      object.ballots = { ...object.ballots, tally }
    },
    voter: ({ poll, voter }) => objectOf('voter', poll).ballots.voters.add(voterKey(voter)),
    user: ({ user, endedLogins }) => {
      people.users.set(user.id, user)
      people.ended.set(user.id, endedLogins)
    },
    portrait: ({ user, portrait }) =>
      people.users.has(user) ? people.portraits.set(user, portrait) : refuse('portrait', user),
    group: group => people.groups.set(group.id, group),
    formerUser: ({ id }) => people.formerIds.add(id),
    webhook: webhook => webhooks.push(webhook),
    mail: mail => mails.set(mail.id, mail),
  }
  return {
    state: () => ({ ...emptyState, nextSeq, objects, paths, aliases, files: filesOf(pieces), mails }),
    people,
    webhooks,
    add: ({ kind, part }) => (adders[kind] as (part: unknown) => unknown)(part),
  }
}

function addTo(pieces: Map<string, Uint8Array[]>, digest: string, bytes: Uint8Array): void {
  const existing = pieces.get(digest)
  if (existing) existing.push(bytes)
  else pieces.set(digest, [bytes])
}

const filesOf = (pieces: ReadonlyMap<string, readonly Uint8Array[]>): ReadonlyMap<string, Uint8Array> =>
  new Map([...pieces].map(([digest, parts]) => [digest, concatenate(parts)]))

function refuse(kind: PartKind, name: string): never {
  throw badRequest('restore.incomplete', { kind, name })
}
