import { createCopies, dropCopies, dropFrom } from '../calls/copies.js'
import { answerShared } from '../calls/sharedCalls.js'
import type { SharedContext } from '../calls/sharedContext.js'
import { catchRejections } from '../store/catchRejections.js'
import type { CompleteStore, SharedStore, StoreInvalidation } from '../store/sharedStore.js'
import { type GuardOptions, guardStore, type StoreGuard } from '../store/storeGuard.js'
import type { Target } from '../store/target.js'
import { logTexts } from './memoizeLog.js'
import type { ConnectedStore, ConnectOptions, SharedOptions, Sharing } from './sharing.js'
import { breakerStatus, serverCheck } from './status.js'

/**
 * Creates the `shared` option of `createMemoizer`. Only programs that call this function load the code for shared
 * stores. Throws an Error if the store does not implement `ping`, because an open breaker would then never close.
 */
export function shareThrough(options: SharedOptions): Sharing {
  if (typeof options.store?.ping !== 'function')
    throw new Error(
      'The shared store has no function "ping", which is needed to detect that a failed store has recovered.',
    )
  return { ...options, connect: connectStore }
}

function connectStore(options: ConnectOptions): ConnectedStore {
  const { shared, settings, clock, ram, live, renewals, background, log } = options
  const copies = createCopies(ram, clock)
  const store = catchRejections(shared.store, clock)
  const guard = guardStore(
    guardOptions(options, store, target => {
      dropFrom(copies.fallback, target)
      if (target.kind === 'all') options.onBack()
    }),
  )
  const sharing: SharedContext = {
    guard,
    codec: shared.codec,
    copies,
    live,
    leases: options.leases?.({ guard, clock }) ?? null,
    renewals,
    clock,
    retryAfter: settings.retryAfter * 1000,
    onRefused: (name, reason) => log('warn', logTexts.refused(name, reason)),
    onFailed: failureLog(options),
    background,
  }
  const checkServer = serverCheck(store.describe)
  return {
    answer: call => answerShared(sharing, call),
    invalidate: target => invalidateLogged(guard, options, target),
    drop: target => dropCopies(copies, target),
    listen: listenOnce(store, options, copies.local.drop),
    status: async asksServer => ({
      server: asksServer ? await checkServer() : null,
      breaker: breakerStatus(guard.breaker(), clock()),
    }),
    settled: guard.settled,
  }
}

function guardOptions(
  { shared, settings, clock, log, publish }: ConnectOptions,
  store: CompleteStore,
  onUsable: GuardOptions['onUsable'],
): GuardOptions {
  return {
    store,
    clock,
    threshold: shared.threshold ?? 3,
    retryAfter: settings.retryAfter * 1000,
    onUsable,
    onChange: change => {
      const reason = change.kind === 'back' ? null : change.reason
      publish(() => ({ kind: 'breaker', isOpen: reason !== null, reason }))
      return reason === null ? log('info', logTexts.back) : log('warn', logTexts.givenUp(reason))
    },
  }
}

async function invalidateLogged(
  guard: StoreGuard,
  { log, publish }: ConnectOptions,
  target: Target,
): Promise<StoreInvalidation> {
  const outcome = await guard.invalidate(target)
  const isPending = outcome.kind !== 'removed'
  publish(() => ({ kind: 'invalidated', target, isRemote: false, isPending }))
  if (isPending) log('warn', logTexts.notInvalidated(nameOf(target), outcome.reason))
  return outcome
}

function listenOnce(
  store: SharedStore,
  { publish, onRemote }: ConnectOptions,
  dropLocal: (owner: null) => void,
): () => void {
  let isListening = false
  return () => {
    if (isListening) return
    isListening = true
    store.listen?.(
      target => {
        onRemote(target)
        publish(() => ({ kind: 'invalidated', target, isRemote: true, isPending: false }))
      },
      () => dropLocal(null),
    )
  }
}

function nameOf(target: Target): string | null {
  if (target.kind === 'tag') return `The tag ${target.tag}`
  return target.kind === 'all' ? null : target.name
}

/**
 * Returns a function that logs at most one failure per `retryAfter`, because a store that rejects one write may reject
 * every write.
 */
function failureLog({ settings, clock, log }: ConnectOptions): SharedContext['onFailed'] {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (name, reason) => {
    if (clock() < quietUntil) return
    quietUntil = clock() + settings.retryAfter * 1000
    log('warn', logTexts.storeRefused(name, reason))
  }
}
