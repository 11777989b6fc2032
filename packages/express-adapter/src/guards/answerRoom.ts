import type { ServerResponse } from 'node:http'
import { heldBytes } from './heldBytes.js'
import { readKernelQueues } from './kernelQueues.js'
import { type ReadingPace, watchReading } from './readingPace.js'

/** The memory budget of finished answers that wait for their clients. */
export interface AnswerRoom {
  /** Registers an answer until its response closes. Takes no memory until bytes are held. */
  enter(res: ServerResponse): AnswerSeat
  counts(): AnswerRoomCounts
}

export interface AnswerSeat {
  /** Replaces the bytes that wait for the client. May disconnect clients, this one included. */
  hold(pieces: readonly Uint8Array[]): void
}

export interface AnswerRoomCounts {
  readonly answers: number
  readonly bytes: number
  /** Clients disconnected for lack of memory since the start. */
  readonly cut: number
}

export interface AnswerRoomOptions {
  readonly bytes: number
  /** Milliseconds after which a client that reads nothing is disconnected; 30,000 by default. */
  readonly patience?: number
}

interface Seat {
  readonly res: ServerResponse
  readonly pace: ReadingPace
  pieces: readonly Uint8Array[]
}

/**
 * Above `bytes`, clients are disconnected, the slowest first, until only one answer waits: so the maximum is `bytes`
 * plus one answer. A client that reads nothing for too long is disconnected in any case (docs/http-answers.md, Long
 * requests).
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

/** Checks of each client within its patience. */
const looks = 30

const slowest = (seats: readonly Seat[]): Seat =>
  seats.reduce((one, other) => (other.pace.rate() < one.pace.rate() ? other : one))
