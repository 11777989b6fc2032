import { connect, type Socket } from 'node:net'
import { type Answer, takeAnswer } from './answers.js'
import type { HostileRequest } from './grammar.js'

export interface Exchanged {
  /**
   * The responses to the request. Usually, there is one response, but an incomplete request can cause several or none.
   */
  readonly answers: readonly Answer[]
  /** The time until the last response arrived, in milliseconds. */
  readonly took: number
  /** The reason why no response was received, or null if a response was received or the connection ended correctly. */
  readonly problem: string | null
}

/** Sends requests over one connection, which is replaced if the server closes it. */
export interface RawClient {
  send(request: Pick<HostileRequest, 'bytes' | 'method' | 'isWhole'>): Promise<Exchanged>
  close(): void
}

/** Creates a client whose requests fail if no response arrives within `timeout` milliseconds. */
export function rawClient(port: number, timeout: number): RawClient {
  let reusable: Socket | undefined
  return {
    async send(request) {
      if (!request.isWhole) return exchange(connect({ port, host: '127.0.0.1' }), request, timeout)
      if (reusable && !isUsable(reusable)) reusable.destroy()
      const socket = reusable && isUsable(reusable) ? reusable : connect({ port, host: '127.0.0.1' })
      const isFresh = socket !== reusable
      reusable = socket
      const exchanged = await exchange(socket, request, timeout)
      // If the server closed the idle connection while the request was being sent, the request is sent again.
      const isUnanswered = exchanged.answers.length === 0 && exchanged.problem === ended
      if (!isUnanswered || isFresh) return exchanged
      reusable = connect({ port, host: '127.0.0.1' })
      return exchange(reusable, request, timeout)
    },
    close: () => reusable?.destroy(),
  }
}

const ended = 'The connection ended without an answer.'
const isUsable = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded && socket.writable

function exchange(
  socket: Socket,
  { bytes, method, isWhole }: Pick<HostileRequest, 'bytes' | 'method' | 'isWhole'>,
  timeout: number,
): Promise<Exchanged> {
  return new Promise(resolve => {
    const start = performance.now()
    const answers: Answer[] = []
    let received: Buffer = Buffer.alloc(0)
    const finish = (problem: string | null): void => {
      clearTimeout(timer)
      socket.off('data', receive).off('end', end).off('close', end)
      if (problem !== null || !isWhole || answers[0]?.headers.get('connection') === 'close') socket.destroy()
      resolve({ answers, took: performance.now() - start, problem })
    }
    /** Processes the received bytes. Returns true if no more responses are expected. */
    const take = (isOver: boolean): boolean => {
      for (let parsed = takeAnswer(received, method); parsed; parsed = takeAnswer(received, method)) {
        if (parsed.isOpen && !isOver) return false
        answers.push(parsed.answer)
        received = parsed.rest
        if (isWhole) return true
      }
      return isOver
    }
    const goOn = (isOver: boolean): void => {
      try {
        if (take(isOver)) finish(answers.length === 0 && isWhole ? ended : null)
      } catch (error) {
        finish(`What came is no answer: ${error}`)
      }
    }
    const end = () => goOn(true)
    const receive = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      goOn(false)
    }
    const timer = setTimeout(() => finish(`No answer came in ${timeout} ms.`), timeout)
    // Every error is followed by a `close` event, so this listener need not do anything.
    if (socket.listenerCount('error') === 0) socket.on('error', () => {})
    socket.on('data', receive).on('end', end).on('close', end)
    socket.write(bytes)
    // Closing the sending side signals the end of the incomplete request to the server.
    if (!isWhole) socket.end()
  })
}
