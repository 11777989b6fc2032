import type { RESP_TYPES } from 'redis'
import { isReply } from './faults.js'
import { keepConnection, type LazyConnection, type Open } from './lazyConnection.js'
import { askAny, openClient, type RedisClient, type Server } from './openClient.js'
import { readTogether } from './readTogether.js'
import type { Access, Place } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'
import type { Scrub } from './secrets.js'

/** Sends a command; texts of the answer come as bytes. */
export type Send = (args: readonly (string | Buffer)[]) => Promise<unknown>

/** A server that keeps keys, over one connection: when that is lost, `send` fails from then on. */
export interface Master {
  /** Another when it keeps other keys. */
  readonly id: string
  readonly send: Send
}

/** The servers of a store, whether it is one, a cluster, or whoever a sentinel names. */
export interface RedisNodes {
  /** Sends a command to the server that keeps a key. */
  send(key: string, args: readonly (string | Buffer)[]): Promise<unknown>
  /** The texts at keys, as bytes; null where there is nothing, or something else than a text. */
  get(keys: readonly string[]): Promise<readonly (Buffer | null)[]>
  /** All servers that keep keys, as they say themselves at this moment. */
  masters(): Promise<readonly Master[]>
  /** Does some work over a connection of its own, to any of the servers; the one in use may hang. Ends with the signal. */
  askApart<T>(work: (send: Send) => Promise<T>, signal: AbortSignal): Promise<T>
  /**
   * Gives up a connection that has been there for so many milliseconds, with all that it owes; the next request makes
   * another. Without an age it gives up any, and an attempt at one too.
   */
  reset(reason: Error, age?: number): void
  close(): void
  /** Takes the secrets of the address out of a text; left out where no address is known. */
  readonly scrub?: Scrub
}

export interface NodesOptions {
  readonly access: Access
  /** Milliseconds after which an attempt to connect is given up. */
  readonly longest: number
}

/** `RESP_TYPES.BLOB_STRING`, by which nothing need be loaded. */
const blobString: typeof RESP_TYPES.BLOB_STRING = 36
export const asBytes = { typeMapping: { [blobString]: Buffer } }

/** What is needed of a client to ask its server, whatever its modules, scripts and version of the protocol are. */
export interface Asked {
  sendCommand<T>(args: readonly (string | Buffer)[], options?: object): Promise<T>
}

export const sendBy =
  (client: Asked): Send =>
  args =>
    client.sendCommand(args, asBytes)

export function nodesOfServer(place: Place, { access, longest }: NodesOptions): RedisNodes {
  const server = { place, access }
  const open: Open<RedisClient> = (signal, onLost) => openClient(server, signal, onLost)
  return nodesOfOne(keepConnection(open, longest, loadRedis), async () => server)
}

/** The master that the sentinels name. They let everybody in; the access is that of the master. */
export function nodesOfSentinel(
  name: string,
  sentinels: readonly Place[],
  { access, longest }: NodesOptions,
): RedisNodes {
  const known = sentinels.map(place => ({ place, access: { tls: access.tls } }))
  const findMaster = async (signal: AbortSignal): Promise<Server> => ({
    place: await askAny(known, client => placeOfMaster(client, name), signal),
    access,
  })
  const open: Open<RedisClient> = async (signal, onLost) => {
    const client = await openClient(await findMaster(signal), signal, onLost)
    if (await isReplica(client)) throw new Error(`the sentinels name a replica as the master of ${name}`)
    return client
  }
  return nodesOfOne(keepConnection(open, longest, loadRedis), findMaster)
}

function nodesOfOne(
  connection: LazyConnection<RedisClient>,
  find: (signal: AbortSignal) => Promise<Server>,
): RedisNodes {
  connection.begin()
  return {
    send: (_key, args) =>
      connection.use(async client => {
        try {
          return await client.sendCommand(args, asBytes)
        } catch (error) {
          // It was the master once: its address or the sentinels may name another by now.
          if (isReply(error, 'READONLY')) connection.renew()
          throw error
        }
      }),
    get: readTogether(keys => connection.use(client => client.sendCommand(['MGET', ...keys], asBytes))),
    masters: () => connection.use(async client => [{ id: '', send: sendBy(client) }]),
    askApart: async (work, signal) => askAny([await find(signal)], client => work(sendBy(client)), signal),
    reset: connection.reset,
    close: connection.close,
  }
}

async function placeOfMaster(sentinel: RedisClient, name: string): Promise<Place> {
  const place = await sentinel.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
  if (!Array.isArray(place)) throw new Error(`the sentinels know no master named ${name}`)
  return { host: String(place[0]), port: Number(place[1]) }
}

/** A sentinel may not know yet that it was replaced. Who may not ask takes it for what it is said to be. */
async function isReplica(client: RedisClient): Promise<boolean> {
  const role = await client.sendCommand(['ROLE']).catch(() => null)
  return Array.isArray(role) && String(role[0]) !== 'master'
}
