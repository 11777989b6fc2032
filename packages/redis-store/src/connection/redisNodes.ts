import type { RESP_TYPES } from 'redis'
import { batchReads } from './batchReads.js'
import { isReply } from './faults.js'
import { createLazyConnection, type LazyConnection, type Open } from './lazyConnection.js'
import { onAnyServer, openClient, type RedisClient, type Server, type Subscription, subscribeAt } from './openClient.js'
import type { Access, Endpoint } from './redisAddress.js'
import { loadRedis } from './redisLibrary.js'
import type { Scrub } from './secrets.js'

/** Sends a command. In the reply, strings are returned as bytes. */
export type Send = (args: readonly (string | Buffer)[]) => Promise<unknown>

/** A connection to a server that stores keys. After the connection is lost, `send` always fails. */
export interface Master {
  /** An id that changes when the range of keys on this server changes. */
  readonly id: string
  readonly send: Send
}

/** The servers of a store: a single server, a cluster, or the master of a sentinel group. */
export interface RedisNodes {
  /** Sends a command to the server that stores the key. */
  send(key: string, args: readonly (string | Buffer)[]): Promise<unknown>
  /** Returns the values of the keys as bytes. A value is null if its key is missing or has another type. */
  get(keys: readonly string[]): Promise<readonly (Buffer | null)[]>
  /** Returns all servers that currently store keys. */
  masters(): Promise<readonly Master[]>
  /**
   * Runs `task` on a separate connection to any of the servers, because the regular connection may hang. Aborting the
   * signal ends the separate connection.
   */
  onSeparateConnection<T>(task: (send: Send) => Promise<T>, signal: AbortSignal): Promise<T>
  /**
   * Drops the connection and all outstanding replies if the connection is at least `age` milliseconds old. The next
   * request opens a new connection. Without `age`, drops any connection and aborts any attempt to connect.
   */
  reset(reason: Error, age?: number): void
  close(): void
  /**
   * Subscribes to a channel on a separate connection, and resolves when the connection has ended. If this method is
   * missing, no announcements are received.
   */
  subscribe?(subscription: Subscription, signal: AbortSignal): Promise<void>
  /** Removes the secrets of the address from a string. This function is undefined if the address is unknown. */
  readonly scrub?: Scrub
}

export interface NodesOptions {
  readonly access: Access
  /** The time after which an attempt to connect is aborted, in milliseconds. */
  readonly connectTimeout: number
}

const blobString: typeof RESP_TYPES.BLOB_STRING = 36
export const asBytes = { typeMapping: { [blobString]: Buffer } }

/**
 * The only client method that the store needs. This method does not depend on the client's modules, scripts and
 * protocol version.
 */
export interface ReplyClient {
  sendCommand<T>(args: readonly (string | Buffer)[], options?: object): Promise<T>
}

export const sendBy =
  (client: ReplyClient): Send =>
  args =>
    client.sendCommand(args, asBytes)

export function nodesOfServer(endpoint: Endpoint, { access, connectTimeout }: NodesOptions): RedisNodes {
  const server = { endpoint, access }
  const open: Open<RedisClient> = (signal, onLost) => openClient(server, signal, onLost)
  return nodesOfSingle(createLazyConnection(open, connectTimeout, loadRedis), async () => server)
}

/**
 * Connects to the current master of a sentinel group. `access` contains the credentials of the master. The sentinels
 * need no credentials.
 */
export function nodesOfSentinel(
  name: string,
  sentinels: readonly Endpoint[],
  { access, connectTimeout }: NodesOptions,
): RedisNodes {
  const sentinelServers = sentinels.map(endpoint => ({ endpoint, access: { tls: access.tls } }))
  const findMaster = async (signal: AbortSignal): Promise<Server> => ({
    endpoint: await onAnyServer(sentinelServers, client => endpointOfMaster(client, name), signal),
    access,
  })
  const open: Open<RedisClient> = async (signal, onLost) => {
    const client = await openClient(await findMaster(signal), signal, onLost)
    if (await isReplica(client)) throw new Error(`the sentinels name a replica as the master of ${name}`)
    return client
  }
  return nodesOfSingle(createLazyConnection(open, connectTimeout, loadRedis), findMaster)
}

function nodesOfSingle(
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
          // The server is no longer the master. A new connection is needed, because the address or the sentinels may
          // now refer to another server.
          if (isReply(error, 'READONLY')) connection.renew()
          throw error
        }
      }),
    get: batchReads(keys => connection.use(client => client.sendCommand(['MGET', ...keys], asBytes))),
    masters: () => connection.use(async client => [{ id: '', send: sendBy(client) }]),
    onSeparateConnection: async (task, signal) =>
      onAnyServer([await find(signal)], client => task(sendBy(client)), signal),
    subscribe: async (subscription, signal) => subscribeAt([await find(signal)], subscription, signal),
    reset: connection.reset,
    close: connection.close,
  }
}

async function endpointOfMaster(sentinel: RedisClient, name: string): Promise<Endpoint> {
  const reply = await sentinel.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
  if (!Array.isArray(reply)) throw new Error(`the sentinels know no master named ${name}`)
  return { host: String(reply[0]), port: Number(reply[1]) }
}

/**
 * Whether the server is a replica. ROLE is checked because the reply of a sentinel may be stale. If the user has no
 * permission to run ROLE, the reply of the sentinel is trusted.
 */
async function isReplica(client: RedisClient): Promise<boolean> {
  const role = await client.sendCommand(['ROLE']).catch(() => null)
  return Array.isArray(role) && String(role[0]) !== 'master'
}
