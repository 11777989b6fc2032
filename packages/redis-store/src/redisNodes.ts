import { type createClient, type createCluster, type createSentinel, RESP_TYPES } from 'redis'

export type RedisClient = ReturnType<typeof createClient>
export type RedisCluster = ReturnType<typeof createCluster>
export type RedisSentinel = ReturnType<typeof createSentinel>

/** Sends a command; texts of the answer come as bytes. */
export type Send = (args: readonly (string | Buffer)[]) => Promise<unknown>

/** A connection that serves one purpose. */
export interface OwnConnection {
  readonly send: Send
  close(): void
}

/** The servers behind a client, whether it is one, a cluster, or whoever a sentinel names. */
export interface RedisNodes {
  /** Sends a command to the server that keeps a key. */
  send(key: string, args: readonly (string | Buffer)[]): Promise<unknown>
  /** Each server that keeps keys. */
  masters(): Promise<readonly Send[]>
  /** A new connection to one of them; the others may hang. */
  connect(): Promise<OwnConnection>
  /** Begins with new connections; answers that the old ones still owe are given up. */
  reset(): void
  close(): void
}

const asBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }
const ignore = (): void => {}

interface Connectable {
  connect(): Promise<unknown>
  on(event: 'error', listener: () => void): unknown
  destroy(): unknown
}

interface Connecting<C> {
  readonly client: C
  /** Ends when it is connected, or could not be for the first time. */
  readonly tried: Promise<void>
}

/**
 * Connects for as long as it takes. `connect` may never end (platform facts): who waits, waits for the first attempt
 * at the longest, so that a process that has just begun does not take its server for a dead one.
 */
function connectInBackground<C extends Connectable>(client: C): Connecting<C> {
  const tried = new Promise<void>(resolve => {
    client.on('error', () => resolve())
    client.connect().then(
      () => resolve(),
      () => resolve(),
    )
  })
  return { client, tried }
}

const sendBy =
  (client: RedisClient): Send =>
  args =>
    client.sendCommand([...args], asBytes)

/** A connection that ends when it can not be made, or is lost. */
async function ownConnection(client: RedisClient): Promise<OwnConnection> {
  const own = client.duplicate({ socket: { ...client.options?.socket, reconnectStrategy: false } })
  own.on('error', ignore)
  try {
    await own.connect()
  } catch (error) {
    close(own)
    throw error
  }
  return { send: sendBy(own), close: () => close(own) }
}

function close(client: { destroy(): unknown }): void {
  try {
    client.destroy()
  } catch {
    // It was closed already.
  }
}

export function nodesOfClient(given: RedisClient): RedisNodes {
  let connection = connectInBackground(given)
  const send: Send = async args => {
    await connection.tried
    return sendBy(connection.client)(args)
  }
  return {
    send: (_key, args) => send(args),
    masters: async () => [send],
    connect: () => ownConnection(connection.client),
    reset: () => {
      const { client } = connection
      connection = connectInBackground(client.duplicate())
      close(client)
    },
    close: () => close(connection.client),
  }
}

export function nodesOfCluster(given: RedisCluster): RedisNodes {
  let connection = connectInBackground(given)
  const masters = async (): Promise<readonly RedisClient[]> => {
    const { client, tried } = connection
    await tried
    if (client.masters.length === 0) throw new Error('the cluster is not connected')
    return Promise.all(client.masters.map(async master => (await client.nodeClient(master)) as RedisClient))
  }
  return {
    send: async (key, args) => {
      await connection.tried
      return connection.client.sendCommand(key, false, [...args], asBytes)
    },
    masters: async () => (await masters()).map(sendBy),
    connect: async () => {
      const [first] = await masters()
      if (!first) throw new Error('the cluster is not connected')
      return ownConnection(first)
    },
    reset: () => {
      const { client } = connection
      connection = connectInBackground(client.duplicate())
      close(client)
    },
    close: () => close(connection.client),
  }
}

/** A sentinel's client looks for another master by itself; it can not be made anew. */
export function nodesOfSentinel(given: RedisSentinel): RedisNodes {
  const { client, tried } = connectInBackground(given)
  const send: Send = async args => {
    await tried
    return client.sendCommand(false, [...args], asBytes)
  }
  return {
    send: (_key, args) => send(args),
    masters: async () => [send],
    connect: async () => ({ send, close: ignore }),
    reset: ignore,
    close: () => close(client),
  }
}
