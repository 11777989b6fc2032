import type { Site } from '@plenum/core'
import {
  deliverChanges,
  deliverWebhooks,
  eraseDeletedFiles,
  openOutbound,
  runDueTransitions,
  trimChanges,
} from '@plenum/platform'

/** Starts the background work of a site. The work does not keep the process alive. */
export function runBackgroundWork(site: Site, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = Promise.all([
    deliverWebhooks(site, { outbound: openOutbound(), signal, onError }),
    deliverChanges(site, { signal }),
    runDueTransitions(site, { signal, onError }),
    trimChanges(site, { signal }),
    eraseDeletedFiles(site, { signal }),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await work
    },
  }
}
