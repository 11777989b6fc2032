import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../networkOf.js'
import { endWith } from './parserErrors.js'

export interface ConnectionLimits {
  readonly connections: number
  /**
   * The maximum number of concurrent connections from one IPv4 address or IPv6 /64 network. Trusted proxies are exempt.
   */
  readonly perAddress: number
  /** Whether an address, such as the loopback address, is exempt because many clients share it. */
  readonly isShared: (address: string) => boolean
}

type IsTrustedProxy = (address: string, hop: number) => boolean

/** Closes connections that exceed the limits (docs/http-answers.md, Connections). */
export function limitConnections(server: Server, limits: ConnectionLimits, isTrustedProxy: IsTrustedProxy): void {
  const open = new Map<string, number>()
  let total = 0
  const leave = (network: string): void => {
    total -= 1
    const remaining = (open.get(network) ?? 1) - 1
    if (remaining > 0) open.set(network, remaining)
    else open.delete(network)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    total += 1
    socket.once('close', () => leave(network))
    const isExempt = limits.isShared(address) || isTrustedProxy(address, 0)
    if (total > limits.connections) endWith(socket, tooMany(limits.connections))
    else if (count > limits.perAddress && !isExempt) endWith(socket, tooManyOfAddress(limits.perAddress))
  })
}

const overload = (message: string) => ({ status: 503, type: 'ServiceUnavailable', message })

const tooMany = (limit: number) =>
  overload(`There are too many connections: at most ${limit} are allowed. Please try again in a moment.`)

const tooManyOfAddress = (limit: number) =>
  overload(`There are too many connections from your address: at most ${limit} are allowed.`)
