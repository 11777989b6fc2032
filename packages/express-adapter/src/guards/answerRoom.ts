import type { ServerResponse } from 'node:http'
import { heldBytes } from './heldBytes.js'
import { readKernelQueues } from './kernelQueues.js'
import { type ReadingPace, watchReading } from './readingPace.js'

/** The memory for answers that are made and wait for their clients. */
export interface AnswerRoom {
  /** Where an answer waits; it leaves when the response closes. Takes no memory until something is held. */
  enter(res: ServerResponse): AnswerSeat
  counts(): AnswerRoomCounts
}

export interface AnswerSeat {
  /** Counts bytes that wait for the client now, in place of those before. May disconnect clients, this one too. */
  hold(pieces: readonly Uint8Array[]): void
}

export interface AnswerRoomCounts {
  readonly answers: number
  readonly bytes: number
  /** Clients that were disconnected for want of room, since the start. */
  readonly cut: number
}

export interface AnswerRoomOptions {
  readonly bytes: number
  /** Milliseconds in which a client may take no byte; 30,000 by default. */
  readonly patience?: number
}

interface Seat {
  readonly res: ServerResponse
  readonly pace: ReadingPace
  pieces: readonly Uint8Array[]
}

/**
 * When more than `bytes` wait, clients are disconnected, the slowest first, until only one answer waits: so there is never
 * more than `bytes` and one answer. A client that takes no byte for too long is disconnected in any case
 * (docs/http-answers.md, Long requests).
 */
export function createAnswerRoom({ bytes, patience = 30_000 }: AnswerRoomOptions): AnswerRoom {
  const seats = new Set<Seat>()
  const held = heldBytes()
  let cut = 0
  let looking: NodeJS.Timeout | undefined
  const leave = (seat: Seat): void => {
    if (!seats.delete(seat)) return
    held.remove(seat.pieces)
    if (seats.size === 0) clearTimeout(looking)
  }
  const disconnect = (seat: Seat): void => {
    leave(seat)
    seat.res.socket?.destroy()
  }
  const makeRoom = (): void => {
    while (held.bytes() > bytes && seats.size > 1) {
      const own = [...seats].filter(({ pieces }) => !held.areShared(pieces))
      disconnect(slowest(own.length > 0 ? own : [...seats]))
      cut += 1
    }
  }
  const look = async (): Promise<void> => {
    const queues = await readKernelQueues()
    const now = performance.now()
    for (const seat of [...seats]) {
      seat.pace.look(queues, now)
      if (seat.pace.idle(now) >= patience) disconnect(seat)
    }
    if (seats.size > 0) lookLater()
  }
  const lookLater = (): void => {
    clearTimeout(looking)
    looking = setTimeout(look, patience / looks).unref()
  }
  const sit = (res: ServerResponse, pieces: Seat['pieces']): Seat => {
    const seat: Seat = { res, pace: watchReading(res, performance.now()), pieces }
    seats.add(seat)
    res.once('close', () => leave(seat))
    if (seats.size === 1) lookLater()
    return seat
  }
  return {
    enter: res => {
      let seat: Seat | null = null
      return {
        hold: pieces => {
          if (res.destroyed || seat?.pieces === pieces || (seat && !seats.has(seat))) return
          held.add(pieces)
          if (seat) held.remove(seat.pieces)
          seat ??= sit(res, pieces)
          seat.pieces = pieces
          makeRoom()
        },
      }
    },
    counts: () => ({ answers: seats.size, bytes: held.bytes(), cut }),
  }
}

/** Looks at each client in the time of its patience. */
const looks = 30

const slowest = (seats: readonly Seat[]): Seat =>
  seats.reduce((one, other) => (other.pace.rate() < one.pace.rate() ? other : one))
