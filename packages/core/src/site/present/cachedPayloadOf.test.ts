import type { ContentPayload } from '../../answers/content.js'
import type { Lineage } from '../../content/node/node.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Frame } from '../run/requestContext.js'
import { cachedPayloadOf } from './presentContent.js'

const environment = { store: {} }
const [german, english] = [{ environment }, { environment }] as unknown as [Frame, Frame]

function payloadRequester(filler = '') {
  const lineage = [{ uid: 'object' }] as unknown as Lineage
  let number = 0
  return (parts: readonly unknown[] = [], frame = english): JsonObject => {
    const make = () => {
      number += 1
      return { number, filler } as unknown as ContentPayload
    }
    return cachedPayloadOf({ lineage, frame, parts }, make)
  }
}

describe('the cached payload of an object', () => {
  it('is shared from the third request on', () => {
    const request = payloadRequester()
    expect([request(), request(), request(), request()].map(({ number }) => number)).toEqual([1, 2, 2, 2])
  })

  it('is not shared if a part of it or the frame differs', () => {
    const request = payloadRequester()
    const part = {}
    for (const [parts, frame] of [[[part]], [[{}]], [[part, part]], [[]], [[], german]] as const)
      expect(request(parts, frame).number).not.toBe(request([part]).number)
  })

  it('may be changed by its first caller only', () => {
    const request = payloadRequester()
    expect([request(), request(), request()].map(payload => Object.isFrozen(payload))).toEqual([false, true, true])
  })

  it('is built for each request if it is long', () => {
    const request = payloadRequester('x'.repeat(70_000))
    expect([request(), request(), request()].map(({ number }) => number)).toEqual([1, 2, 3])
  })
})
