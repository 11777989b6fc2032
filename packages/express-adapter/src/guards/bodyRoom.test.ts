import { createBodyRoom, type Share } from './bodyRoom.js'

/** Whether a share may go on, now and later. */
function asked(share: Share) {
  const waiting = share.waitForRoom()
  const state = { goesOn: waiting === undefined }
  const goOn = () => {
    state.goesOn = true
  }
  // Some wait until their patience ends, after the test.
  waiting?.then(goOn, () => {})
  return state
}

const settled = () => new Promise(resolve => setImmediate(resolve))

/** A room of which each half has 100 bytes. */
const roomOf100 = () => createBodyRoom(200)
const visitor = { isMember: false, network: null }
const member = { isMember: true, network: null }

afterEach(() => {
  jest.useRealTimers()
})

describe('the room for bodies', () => {
  it('lets all go on while there is room', () => {
    const room = roomOf100()
    const [one, other] = [room.enter(visitor), room.enter(visitor)]
    one.hold(40)
    other.hold(60)
    expect([one.waitForRoom(), other.waitForRoom()]).toEqual([undefined, undefined])
  })

  it('lets nobody but the first go on beyond it, until somebody leaves', async () => {
    const room = roomOf100()
    const [first, second, third] = [room.enter(visitor), room.enter(visitor), room.enter(visitor)]
    second.hold(80)
    third.hold(30)
    const waits = asked(third)
    first.hold(10)
    expect(asked(first).goesOn).toBe(true)
    await settled()
    expect(waits.goesOn).toBe(false)
    second.leave()
    await settled()
    expect(waits.goesOn).toBe(true)
  })

  it('makes the next the first, so that they never wait for each other', async () => {
    const room = roomOf100()
    const shares = Array.from({ length: 10 }, () => room.enter(visitor))
    const states = shares.map(share => {
      share.hold(50)
      return asked(share)
    })
    expect(states.filter(({ goesOn }) => goesOn)).toHaveLength(2)
    for (const [i, share] of shares.entries()) {
      await settled()
      expect(states[i]?.goesOn).toBe(true)
      share.hold(150)
      expect(asked(share).goesOn).toBe(true)
      share.leave()
    }
  })

  it('takes back no more than was held, however often somebody leaves', async () => {
    const room = roomOf100()
    const [first, second, third] = [room.enter(visitor), room.enter(visitor), room.enter(visitor)]
    first.hold(100)
    third.hold(100)
    const waits = asked(third)
    second.leave()
    second.leave()
    await settled()
    expect(waits.goesOn).toBe(false)
    first.leave()
    await settled()
    expect(waits.goesOn).toBe(true)
  })

  it('has a half for members, which visitors cannot fill', () => {
    const room = roomOf100()
    for (let i = 0; i < 3; i++) room.enter(visitor).hold(100)
    const [one, other] = [room.enter(member), room.enter(member)]
    one.hold(25)
    other.hold(25)
    expect([asked(other).goesOn, other.scarcity()]).toEqual([true, 0])
    const late = room.enter(visitor)
    late.hold(1)
    expect(asked(late).goesOn).toBe(false)
  })

  it('lets one network hold an eighth of a half, and beyond it one body after the other', async () => {
    const room = roomOf100()
    room.enter(visitor)
    const same = { isMember: false, network: '192.0.2.1' }
    const [first, second] = [room.enter(same), room.enter(same)]
    first.hold(10)
    second.hold(10)
    const waits = asked(second)
    expect([asked(first).goesOn, waits.goesOn]).toEqual([true, false])
    const elsewhere = room.enter({ isMember: false, network: '192.0.2.2' })
    elsewhere.hold(10)
    expect(asked(elsewhere).goesOn).toBe(true)
    first.leave()
    await settled()
    expect(waits.goesOn).toBe(true)
  })

  it('lets only one body at a time go beyond the share of its network, be it the first of one', async () => {
    const room = roomOf100()
    const [one, two, three] = [1, 2, 3].map(i => room.enter({ isMember: false, network: `192.0.2.${i}` }))
    if (!one || !two || !three) throw new Error('unreachable')
    for (const share of [one, two, three]) share.hold(13)
    const [first, second, third] = [asked(one), asked(two), asked(three)]
    expect([first.goesOn, second.goesOn, third.goesOn]).toEqual([true, false, false])
    // The one that goes on has to come fast as others wait for it.
    expect([one.scarcity(), two.scarcity()]).toEqual([1, 0])
    one.leave()
    await settled()
    expect([second.goesOn, third.goesOn]).toEqual([true, false])
    two.leave()
    await settled()
    expect(third.goesOn).toBe(true)
  })

  it('does not let a body go on that asks for more than is left', async () => {
    const room = roomOf100()
    const [first, second] = [room.enter(visitor), room.enter(visitor)]
    first.hold(30)
    expect([second.waitForRoom(70), second.waitForRoom(71)]).toEqual([undefined, expect.any(Promise)])
    first.leave()
    await settled()
    expect(second.waitForRoom(71)).toBeUndefined()
  })

  it('refuses a body that has waited for too long in total', async () => {
    jest.useFakeTimers()
    const room = createBodyRoom(200, 200)
    const [first, second] = [room.enter(visitor), room.enter(visitor)]
    first.hold(200)
    const waiting = second.waitForRoom()
    await jest.advanceTimersByTimeAsync(120)
    first.hold(0)
    await waiting
    first.hold(200)
    let refused: unknown = null
    second.waitForRoom()?.catch(error => {
      refused = error
    })
    await jest.advanceTimersByTimeAsync(79)
    expect(refused).toBeNull()
    await jest.advanceTimersByTimeAsync(2)
    expect(refused).toMatchObject({ code: 'busy' })
  })

  it('is scarce from its half on, but not for a body that is alone', () => {
    const room = roomOf100()
    const one = room.enter(visitor)
    one.hold(75)
    expect(one.scarcity()).toBe(0)
    const other = room.enter(visitor)
    expect([one.scarcity(), other.scarcity()]).toEqual([0.5, 0.5])
    one.hold(500)
    expect(other.scarcity()).toBe(1)
    one.hold(50)
    expect(one.scarcity()).toBe(0)
  })
})
