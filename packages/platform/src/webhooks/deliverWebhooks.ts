import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OutgoingMessage, Site } from '@plenum/core'
import type { Attempt } from '@plenum/core/ports'
import type { Outbound } from '../outbound/openOutbound.js'
import { type OutboundCode, OutboundError } from '../outbound/outboundError.js'

export interface DeliveryOptions {
  /** The client that sends the messages, with its own time limit and list of allowed hosts. */
  readonly outbound: Outbound
  /** The signal that stops the delivery. Interrupted attempts are repeated later. */
  readonly signal: AbortSignal
  /** Called with each error of the store. */
  readonly onError?: (error: unknown) => void
  /** The interval between two checks for messages, in milliseconds. Defaults to 1,000. */
  readonly pause?: number
}

/** The multiplier for the pause after a store error, which limits the number of logged errors. */
const pauseAfterError = 10
/**
 * The minimum interval between two checks, in milliseconds. Several attempts often end together, and with this
 * interval, a single check suffices for all of them.
 */
const shortestPause = 20

/**
 * Sends the webhook messages of a site until `signal` is aborted. Each receiver gets at most one message at a time, so
 * that slow receivers do not delay other receivers. Several processes can call this function for the same database, but
 * only one of them delivers messages.
 */
export async function deliverWebhooks(
  { webhooks, now }: Pick<Site, 'webhooks' | 'now'>,
  { outbound, signal, onError = () => {}, pause = 1000 }: DeliveryOptions,
): Promise<void> {
  const holder = randomUUID()
  const running = new Map<string, Promise<void>>()
  const sleeper = createSleeper(signal)
  const deliver = async ({ delivery, address, secrets }: OutgoingMessage): Promise<void> => {
    const attempt = await attemptOf({ outbound, signal, now }, { delivery, address, secrets })
    const isRecorded = attempt && (await webhooks.record(holder, delivery, attempt).then(() => true, onError))
    running.delete(delivery.webhook)
    // If the outcome of an attempt could not be stored, the message is still due, but must not be sent again
    // immediately.
    if (isRecorded) sleeper.wake()
  }
  while (!signal.aborted) {
    const prepared = await webhooks.prepare(holder, new Set(running.keys())).catch(onError)
    for (const message of prepared?.messages ?? []) running.set(message.delivery.webhook, deliver(message))
    await delay(shortestPause, null, { signal, ref: false }).catch(() => {})
    if (!prepared?.more) await sleeper.sleep(prepared ? pause : pauseAfterError * pause)
  }
  await Promise.all(running.values())
  await webhooks.release(holder).catch(onError)
}

/**
 * Creates the functions `sleep` and `wake`. A sleep ends when the given time has passed, `wake` is called or `signal`
 * is aborted. If `wake` is called before `sleep`, the next sleep ends immediately.
 */
function createSleeper(signal: AbortSignal) {
  let isWoken = false
  let end = (): void => {}
  const wake = (): void => {
    isWoken = true
    end()
  }
  signal.addEventListener('abort', wake, { once: true })
  const sleep = async (milliseconds: number): Promise<void> => {
    if (!isWoken && !signal.aborted)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, milliseconds).unref()
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    isWoken = false
  }
  return { sleep, wake }
}

async function attemptOf(
  { outbound, signal, now }: Pick<DeliveryOptions, 'outbound' | 'signal'> & Pick<Site, 'now'>,
  { delivery: { id, body }, address, secrets }: OutgoingMessage,
): Promise<Attempt | null> {
  const startedAt = performance.now()
  const timestamp = Math.floor(now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Plenum',
    ...signMessage({ id, timestamp, body }, secrets),
  }
  const outcome = await outbound({ url: address, method: 'POST', headers, body, signal }).then(
    ({ status }) => ({ status, error: status >= 200 && status < 300 ? null : ('status' as const) }),
    (error: unknown) => ({ status: null, error: codeOf(error) }),
  )
  if (outcome.error === 'aborted') return null
  const { status, error } = outcome
  return { time: now(), status, error, milliseconds: Math.round(performance.now() - startedAt) }
}

function codeOf(error: unknown): Exclude<OutboundCode, 'redirect'> {
  const code = error instanceof OutboundError ? error.code : 'connection'
  // A redirect is reported as a failed connection, because webhooks do not follow redirects.
  return code === 'redirect' ? 'connection' : code
}

interface SignedMessage {
  readonly id: string
  /** The time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the headers of a message, with one signature per secret (Standard Webhooks, version 1 of the scheme). */
function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => `v1,${signature(content, secret)}`).join(' '),
  }
}

function signature(content: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
