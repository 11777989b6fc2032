import { ErrorReply } from 'redis'
import { faultOf } from './faults.js'
import { loadRedis } from './redisLibrary.js'

beforeAll(loadRedis)

describe('an error', () => {
  it.each(['OOM command not allowed', 'MISCONF Redis is configured', 'READONLY You can', 'NOREPLICAS Not enough'])(
    'of one request does not open the breaker: %s (docs/caching.md, Breaker, rule 4)',
    message => expect(faultOf(new ErrorReply(message))).toEqual({ kind: 'failed', reason: message }),
  )

  it.each([
    'NOAUTH Authentication',
    'LOADING Redis is',
    'CLUSTERDOWN Hash slot',
    'MASTERDOWN Link',
    'OOMPH',
    'ERR OOM ',
  ])('of the server opens the breaker: %s', message =>
    expect(faultOf(new ErrorReply(message))).toEqual({ kind: 'unavailable', reason: message }),
  )

  it('is a refusal only if every address of the server refused the connection', () => {
    const [refused, other] = [
      Object.assign(new Error('connect ECONNREFUSED ::1:6379'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' }),
    ]
    expect(faultOf(refused)).toMatchObject({ kind: 'unavailable', isRefused: true })
    expect(faultOf(new AggregateError([refused, refused]))).toMatchObject({ isRefused: true })
    for (const error of [other, new AggregateError([refused, other]), new Error('no answer')])
      expect(faultOf(error)).not.toHaveProperty('isRefused')
  })

  it('of the local queue does not count against the server', () => {
    expect(faultOf(new Error('The queue is full')).kind).toBe('not-asked')
  })

  it('contains the reason of its innermost causes', () => {
    const refused = new Error('connect ECONNREFUSED ::1:6379')
    const several = new AggregateError([refused, new AggregateError([new Error('other'), refused])])
    expect(faultOf(several).reason).toBe(`${refused.message}; other; ${refused.message}`)
    expect(faultOf(new AggregateError([refused, refused])).reason).toBe(refused.message)
    const aborted = Object.assign(new Error('The operation was aborted', { cause: refused }), { name: 'AbortError' })
    expect(faultOf(aborted).reason).toBe(refused.message)
    expect(faultOf(new TypeError()).reason).toBe('TypeError')
    expect(faultOf('broken').reason).toBe('broken')
  })

  it('has a reason of at most 200 characters, without a full stop and without secrets', () => {
    const scrub = (text: string): string => text.replaceAll('swordfish', '***')
    expect(faultOf(new Error('no user swordfish...'), scrub).reason).toBe('no user ***')
    const long = `swordfish ${'x'.repeat(1000)}`
    expect(faultOf(new Error(long), scrub).reason).toBe(`*** ${'x'.repeat(196)}`)
    expect(faultOf(new ErrorReply('...')).reason).toBe('')
  })
})
