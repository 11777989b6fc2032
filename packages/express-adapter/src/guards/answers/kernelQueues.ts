import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The number of unacknowledged bytes in the kernel's send queue, by connection (see `connectionKey`). */
export type KernelQueues = ReadonlyMap<string, number>

const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/**
 * Reads the send queues of all TCP connections on this machine. Without the queue sizes, a slow but steady client would
 * appear to read nothing, because Linux makes a socket writable only when a third of its queue, up to a megabyte, is
 * free. Returns an empty map on systems without `/proc/self/net/tcp`.
 */
export async function readKernelQueues(): Promise<KernelQueues> {
  const texts = await Promise.all(tables.map(table => readFile(table, 'latin1').catch(() => '')))
  return new Map(texts.flatMap(text => text.split('\n').slice(1).map(queueOf)))
}

/**
 * Returns the connection and the size of its send queue from a line such as
 * `0: 0100007F:1F90 0100007F:D431 01 0000A000:00000000 …`.
 */
function queueOf(line: string): readonly [string, number] {
  const [, local, remote, , queues = ''] = line.trim().split(' ')
  return [`${local} ${remote}`, Number.parseInt(queues, 16)]
}

export function connectionKey({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${endpoint(localAddress, localPort)} ${endpoint(remoteAddress, remotePort)}`
}

function endpoint(address = '', port = 0): string {
  const bytes = ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray() : []
  return `${words(bytes).map(hex).join('')}:${hex([port >> 8, port & 255])}`
}

function words(bytes: readonly number[]): number[][] {
  const starts = Array.from({ length: bytes.length / 4 }, (_, i) => 4 * i)
  const groups = starts.map(start => bytes.slice(start, start + 4))
  return endianness() === 'LE' ? groups.map(word => word.reverse()) : groups
}

const hex = (bytes: readonly number[]): string =>
  bytes.map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
