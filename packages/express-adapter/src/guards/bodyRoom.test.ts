import { createBodyRoom } from './bodyRoom.js'

/** What a share was told: whether it may go on, and later on. */
function asked(waiting: Promise<void> | undefined) {
  const state = { goesOn: waiting === undefined }
  void waiting?.then(() => {
    state.goesOn = true
  })
  return state
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('the room for bodies', () => {
  it('lets all go on while there is room', () => {
    const room = createBodyRoom(100)
    expect([room.enter().take(40), room.enter().take(60)]).toEqual([undefined, undefined])
  })

  it('lets nobody but the first go on beyond it, until somebody leaves', async () => {
    const room = createBodyRoom(100)
    const [first, second, third] = [room.enter(), room.enter(), room.enter()]
    second.take(80)
    const waits = asked(third.take(30))
    expect(asked(first.take(10)).goesOn).toBe(true)
    await settled()
    expect(waits.goesOn).toBe(false)
    second.leave()
    await settled()
    expect(waits.goesOn).toBe(true)
  })

  it('makes the next the first, so that they never wait for each other', async () => {
    const room = createBodyRoom(100)
    const shares = Array.from({ length: 10 }, () => room.enter())
    const states = shares.map(share => asked(share.take(50)))
    expect(states.filter(({ goesOn }) => goesOn)).toHaveLength(2)
    for (const [i, share] of shares.entries()) {
      await settled()
      expect(states[i]?.goesOn).toBe(true)
      expect(asked(share.take(100)).goesOn).toBe(true)
      share.leave()
    }
  })

  it('takes back no more than was taken, however often somebody leaves', async () => {
    const room = createBodyRoom(100)
    const [first, second, third] = [room.enter(), room.enter(), room.enter()]
    first.take(100)
    const waits = asked(third.take(100))
    second.leave()
    second.leave()
    await settled()
    expect(waits.goesOn).toBe(false)
    first.leave()
    await settled()
    expect(waits.goesOn).toBe(true)
  })
})
