import type { AnswerCounts } from '@plenum/core'
import type { AnswerBudgetCounts } from '@plenum/express-adapter'
import { Counter, type Registry } from 'prom-client'
import { addGauge } from './gauges.js'

/** Counts of the answer cache in this process since its start. */
export function measureAnswers(registry: Registry, counts: () => AnswerCounts): void {
  addGauge(registry, {
    name: 'plenum_answers_kept',
    help: 'Number of cached answers.',
    read: () => counts().answers,
  })
  addGauge(registry, {
    name: 'plenum_answers_bytes',
    help: 'Size of all cached answers in bytes.',
    read: () => counts().bytes,
  })
  new Counter({
    name: 'plenum_answers_lookups_total',
    help: 'Lookups in the cache of answers, by result.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const { hits, misses } = counts()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
}

/** Answers that are ready and wait for their clients. */
export function measureAnswerRoom(registry: Registry, counts: () => AnswerBudgetCounts): void {
  addGauge(registry, {
    name: 'plenum_unread_answers',
    help: 'Answers that their clients have not read completely.',
    read: () => counts().answers,
  })
  addGauge(registry, {
    name: 'plenum_unread_answers_bytes',
    help: 'Size in bytes of the answers that clients have not read completely.',
    read: () => counts().bytes,
  })
  new Counter({
    name: 'plenum_unread_answers_cut_total',
    help: 'Slow clients that were disconnected because ANSWER_ROOM was full.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(counts().cut)
    },
  })
}
