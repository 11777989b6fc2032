import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { defaultLimits } from '../limits.js'
import { requestIdOf } from '../requestId.js'
import { endAfter } from './connectionQueue.js'
import { type PlainRefusal, plainBody, plainHeaders } from './plainRefusal.js'
import { trackConnections } from './trackConnections.js'

/**
 * A function that is called for each request that could not be parsed, with the error and the request id that the
 * response contains.
 */
export type OnRefused = (error: Error, requestId: string) => void

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

export interface ParserLimits {
  /** The maximum size of the request line and the headers together, in bytes. */
  readonly headers: number
  /** The maximum time for the headers to arrive, in milliseconds. */
  readonly headersTimeout: number
}

/** Sends JSON errors in response to requests that the HTTP parser rejects (docs/http-answers.md, Parser errors). */
export function answerParserErrors(server: Server, limits: ParserLimits, onRefused: OnRefused): void {
  const { openResponse } = trackConnections(server)
  server.on('clientError', (error: ParserError, stream) => {
    const socket = stream as Socket
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const res = openResponse(socket)
    if (res && !isMisread(res)) return endAfter(res, socket)
    const requestId = randomUUID()
    endWith(socket, refusalOf(error, limits), requestId)
    onRefused(error, requestId)
  })
}

/**
 * Whether the parser failed before the request was complete. Malformed input after the request does not affect its
 * response.
 */
const isMisread = (res: ServerResponse): boolean => !res.req.complete && !res.headersSent && res.socket !== null

function refusalOf(error: ParserError, { headers, headersTimeout }: ParserLimits): PlainRefusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = `The headers arrived too slowly: they must be complete within ${headersTimeout / 1000} seconds.`
    return { status: 408, type: 'RequestTimeout', message }
  }
  if (error.code !== 'HPE_HEADER_OVERFLOW')
    return { status: 400, type: 'BadRequest', message: 'This is not a valid HTTP/1.1 request.' }
  const message = `The URL and the headers are too long: at most ${headers} bytes are allowed.`
  return isInAddress(error.rawPacket)
    ? { status: 414, type: 'RequestURITooLong', message }
    : { status: 431, type: 'RequestHeaderFieldsTooLarge', message }
}

/** Whether the last packet begins with a request line whose URL exceeds the maximum length. */
function isInAddress(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z-]{3,20} /.test(packet.toString('latin1', 0, 30))) return false
  return !packet.subarray(0, defaultLimits.url).includes('\n')
}

export function endWith(socket: Socket, refusal: PlainRefusal, requestId: string = randomUUID()): void {
  // A listener is needed, because Node removes its own error listener from the socket of a tunnel request.
  socket.on('error', () => {})
  const body = plainBody(refusal)
  const headers = Object.entries(plainHeaders(body, requestId)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${headers.join('')}\r\n${body}`)
  socket.destroySoon()
}

/** Refuses a request with an `Expect` header other than `100-continue`. */
export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const requestId = requestIdOf(req)
  const body = plainBody({
    status: 417,
    type: 'ExpectationFailed',
    message: 'The only supported value of the Expect header is 100-continue.',
  })
  res.writeHead(417, plainHeaders(body, requestId))
  res.end(body)
}

/** Refuses a `CONNECT` request, because this service is not a proxy. */
export function refuseTunnel(_req: IncomingMessage, socket: Duplex): void {
  const refusal = { status: 404, type: 'NotFound', message: 'This service is not a proxy and does not open tunnels.' }
  endWith(socket as Socket, refusal)
}
