import { minuteCountSuite } from '@plenum/testkit'
import { minuteCounts } from './minuteCount.js'

minuteCountSuite({ describe, it }, 'counts of a minute in memory (docs/http-answers.md, Failed logins)', async () => {
  let time = 1000
  const counts = minuteCounts(() => time)
  const elapseMinute = async () => {
    time += 60_001
  }
  return { counts, other: counts, elapseMinute, close: async () => {} }
})
