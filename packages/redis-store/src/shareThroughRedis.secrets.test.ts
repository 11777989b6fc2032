import { sharingInstances } from '@plenum/testkit'
import type { RedisNodes } from './connection/redisNodes.js'
import { shareThroughRedis } from './shareThroughRedis.js'

function failing(failure: { readonly reason: string }): RedisNodes {
  const fail = () => Promise.reject(new Error(failure.reason))
  return { send: fail, get: fail, masters: fail, onSeparateConnection: fail, reset: () => {}, close: () => {} }
}

describe('sharing through Redis', () => {
  it.each([
    {
      url: 'redis://u:sword%2Ffish@cache?passphrase=hush',
      shownAs: 'redis://u:***@cache?passphrase=***',
      secrets: ['sword', 'fish', 'hush'],
      reasons: ['AUTH sword/fish', 'sword%2Ffish and hush', 'bad fish'],
    },
    {
      url: 'rediss://swordfish@cache',
      shownAs: 'rediss://***@cache',
      secrets: ['swordfish'],
      reasons: ['no user swordfish', 'at rediss://swordfish@cache'],
    },
    {
      url: 'unix:///run/s.sock?PassWord=hu%73h',
      shownAs: 'unix:///run/s.sock?PassWord=***',
      secrets: ['hush', 'hu%73h'],
      reasons: ['AUTH hush', 'hu%73h is wrong'],
    },
    {
      url: 'redis://u:sword@h1,redis://u:fish@h2,rediss://hush@h3',
      shownAs: 'redis://u:***@h1,redis://u:***@h2,rediss://***@h3',
      secrets: ['sword', 'fish', 'hush'],
      reasons: ['AUTH u sword', 'AUTH u fish', 'no user hush'],
    },
  ])(
    'reveals no secret of $shownAs, neither itself nor in errors and the log (docs/caching.md, Settings of the cache)',
    async ({ url, shownAs, secrets, reasons }) => {
      const failure = { reason: '' }
      const { start, close } = sharingInstances(settings => shareThroughRedis(settings, { nodes: failing(failure) }))
      const a = start({ url })
      const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
      for (const reason of reasons) {
        failure.reason = reason
        await worked(1)
        const outcome = await a.memoizer.invalidate(null)
        a.skip(30_000)
        const shown = JSON.stringify([await a.memoizer.status(), outcome, a.log])
        for (const secret of secrets) expect(shown).not.toContain(secret)
        expect(shown).toContain(shownAs)
      }
      expect(a.log).toHaveLength(1 + reasons.length)
      await close()
    },
  )
})
