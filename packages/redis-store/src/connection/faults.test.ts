import { ErrorReply } from 'redis'
import { faultOf } from './faults.js'
import { loadRedis } from './redisLibrary.js'

beforeAll(loadRedis)

describe('what went wrong', () => {
  it.each(['OOM command not allowed', 'MISCONF Redis is configured', 'READONLY You can', 'NOREPLICAS Not enough'])(
    'with one request, as %s says, is no reason to leave the server alone (docs/caching.md, Breaker, rule 4)',
    message => expect(faultOf(new ErrorReply(message))).toEqual({ kind: 'failed', reason: message }),
  )

  it.each([
    'NOAUTH Authentication',
    'LOADING Redis is',
    'CLUSTERDOWN Hash slot',
    'MASTERDOWN Link',
    'OOMPH',
    'ERR OOM ',
  ])('with the server, as %s says, is one', message =>
    expect(faultOf(new ErrorReply(message))).toEqual({ kind: 'unavailable', reason: message }),
  )

  it('is told apart when the connection was refused, by all addresses of the server', () => {
    const [refused, other] = [
      Object.assign(new Error('connect ECONNREFUSED ::1:6379'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' }),
    ]
    expect(faultOf(refused)).toMatchObject({ kind: 'unavailable', isRefused: true })
    expect(faultOf(new AggregateError([refused, refused]))).toMatchObject({ isRefused: true })
    for (const error of [other, new AggregateError([refused, other]), new Error('no answer')])
      expect(faultOf(error)).not.toHaveProperty('isRefused')
  })

  it('with our own queue says nothing of the server', () => {
    expect(faultOf(new Error('The queue is full')).kind).toBe('not-asked')
  })

  it('is told by the errors that know of it', () => {
    const refused = new Error('connect ECONNREFUSED ::1:6379')
    const several = new AggregateError([refused, new AggregateError([new Error('other'), refused])])
    expect(faultOf(several).reason).toBe(`${refused.message}; other; ${refused.message}`)
    expect(faultOf(new AggregateError([refused, refused])).reason).toBe(refused.message)
    const aborted = Object.assign(new Error('The operation was aborted', { cause: refused }), { name: 'AbortError' })
    expect(faultOf(aborted).reason).toBe(refused.message)
    expect(faultOf(new TypeError()).reason).toBe('TypeError')
    expect(faultOf('broken').reason).toBe('broken')
  })

  it('is a phrase of at most 200 characters, which a sentence can end with, without a secret', () => {
    const scrub = (text: string): string => text.replaceAll('swordfish', '***')
    expect(faultOf(new Error('no user swordfish...'), scrub).reason).toBe('no user ***')
    const long = `swordfish ${'x'.repeat(1000)}`
    expect(faultOf(new Error(long), scrub).reason).toBe(`*** ${'x'.repeat(196)}`)
    expect(faultOf(new ErrorReply('...')).reason).toBe('')
  })
})
