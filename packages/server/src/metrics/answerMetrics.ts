import type { AnswerCounts } from '@plenum/core'
import type { AnswerBudgetCounts } from '@plenum/express-adapter'
import { Counter, type Registry } from 'prom-client'
import { addCounters, addGauges } from './gauges.js'

/** Counts of the answer cache in this process since its start. */
export function measureAnswers(registry: Registry, counts: () => AnswerCounts): void {
  addGauges(registry, {
    plenum_answers_kept: ['Number of cached answers.', () => counts().answers],
    plenum_answers_bytes: ['Size of all cached answers in bytes.', () => counts().bytes],
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
  addGauges(registry, {
    plenum_unread_answers: ['Answers that their clients have not read completely.', () => counts().answers],
    plenum_unread_answers_bytes: [
      'Size in bytes of the answers that clients have not read completely.',
      () => counts().bytes,
    ],
  })
  addCounters(registry, {
    plenum_unread_answers_cut_total: [
      'Slow clients that were disconnected because ANSWER_ROOM was full.',
      () => counts().cut,
    ],
  })
}
