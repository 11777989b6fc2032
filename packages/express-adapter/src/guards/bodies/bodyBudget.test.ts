import { createBodyBudget, type Share } from './bodyBudget.js'

function request(share: Share) {
  const waiting = share.waitForMemory()
  const state = { isAdmitted: waiting === undefined }
  const goOn = () => {
    state.isAdmitted = true
  }
  waiting?.then(goOn, () => {})
  return state
}

const settled = () => new Promise(resolve => setImmediate(resolve))

const budgetOf100 = () => createBodyBudget(200)
const visitor = { isMember: false, network: null }
const member = { isMember: true, network: null }

afterEach(() => {
  jest.useRealTimers()
})

describe('the budget of bodies', () => {
  it('admits all bodies within its limit', () => {
    const budget = budgetOf100()
    const [one, other] = [budget.enter(visitor), budget.enter(visitor)]
    one.hold(40)
    other.hold(60)
    expect([one.waitForMemory(), other.waitForMemory()]).toEqual([undefined, undefined])
  })

  it('admits only the first body beyond the limit, until one leaves', async () => {
    const budget = budgetOf100()
    const [first, second, third] = [budget.enter(visitor), budget.enter(visitor), budget.enter(visitor)]
    second.hold(80)
    third.hold(30)
    const waits = request(third)
    first.hold(10)
    expect(request(first).isAdmitted).toBe(true)
    await settled()
    expect(waits.isAdmitted).toBe(false)
    second.leave()
    await settled()
    expect(waits.isAdmitted).toBe(true)
  })

  it('promotes the next body when the first leaves, so bodies never deadlock', async () => {
    const budget = budgetOf100()
    const shares = Array.from({ length: 10 }, () => budget.enter(visitor))
    const states = shares.map(share => {
      share.hold(50)
      return request(share)
    })
    expect(states.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(2)
    for (const [i, share] of shares.entries()) {
      await settled()
      expect(states[i]?.isAdmitted).toBe(true)
      share.hold(150)
      expect(request(share).isAdmitted).toBe(true)
      share.leave()
    }
  })

  it('releases no more than was reserved, even if a body leaves repeatedly', async () => {
    const budget = budgetOf100()
    const [first, second, third] = [budget.enter(visitor), budget.enter(visitor), budget.enter(visitor)]
    first.hold(100)
    third.hold(100)
    const waits = request(third)
    second.leave()
    second.leave()
    await settled()
    expect(waits.isAdmitted).toBe(false)
    first.leave()
    await settled()
    expect(waits.isAdmitted).toBe(true)
  })

  it('reserves half for members, which visitors cannot use', () => {
    const budget = budgetOf100()
    for (let i = 0; i < 3; i++) budget.enter(visitor).hold(100)
    const [one, other] = [budget.enter(member), budget.enter(member)]
    one.hold(25)
    other.hold(25)
    expect([request(other).isAdmitted, other.scarcity()]).toEqual([true, 0])
    const late = budget.enter(visitor)
    late.hold(1)
    expect(request(late).isAdmitted).toBe(false)
  })

  it('limits one network to an eighth of a half, and beyond that to one body at a time', async () => {
    const budget = budgetOf100()
    budget.enter(visitor)
    const same = { isMember: false, network: '192.0.2.1' }
    const [first, second] = [budget.enter(same), budget.enter(same)]
    first.hold(10)
    second.hold(10)
    const waits = request(second)
    expect([request(first).isAdmitted, waits.isAdmitted]).toEqual([true, false])
    const elsewhere = budget.enter({ isMember: false, network: '192.0.2.2' })
    elsewhere.hold(10)
    expect(request(elsewhere).isAdmitted).toBe(true)
    first.leave()
    await settled()
    expect(waits.isAdmitted).toBe(true)
  })

  it('lets only one body at a time exceed the share of its network, including its first', async () => {
    const budget = budgetOf100()
    const [one, two, three] = [1, 2, 3].map(i => budget.enter({ isMember: false, network: `192.0.2.${i}` }))
    if (!one || !two || !three) throw new Error('unreachable')
    for (const share of [one, two, three]) share.hold(13)
    const [first, second, third] = [request(one), request(two), request(three)]
    expect([first.isAdmitted, second.isAdmitted, third.isAdmitted]).toEqual([true, false, false])
    // The admitted body must arrive quickly, because other bodies wait for it.
    expect([one.scarcity(), two.scarcity()]).toEqual([1, 0])
    one.leave()
    await settled()
    expect([second.isAdmitted, third.isAdmitted]).toEqual([true, false])
    two.leave()
    await settled()
    expect(third.isAdmitted).toBe(true)
  })

  it('does not admit a body that requests more than the remaining memory', async () => {
    const budget = budgetOf100()
    const [first, second] = [budget.enter(visitor), budget.enter(visitor)]
    first.hold(30)
    expect([second.waitForMemory(70), second.waitForMemory(71)]).toEqual([undefined, expect.any(Promise)])
    first.leave()
    await settled()
    expect(second.waitForMemory(71)).toBeUndefined()
  })

  it('refuses a body that has waited too long in total', async () => {
    jest.useFakeTimers()
    const budget = createBodyBudget(200, 200)
    const [first, second] = [budget.enter(visitor), budget.enter(visitor)]
    first.hold(200)
    const waiting = second.waitForMemory()
    await jest.advanceTimersByTimeAsync(120)
    first.hold(0)
    await waiting
    first.hold(200)
    let refused: unknown = null
    second.waitForMemory()?.catch(error => {
      refused = error
    })
    await jest.advanceTimersByTimeAsync(79)
    expect(refused).toBeNull()
    await jest.advanceTimersByTimeAsync(2)
    expect(refused).toMatchObject({ code: 'busy' })
  })

  it('is scarce above half, but not for a single body', () => {
    const budget = budgetOf100()
    const one = budget.enter(visitor)
    one.hold(75)
    expect(one.scarcity()).toBe(0)
    const other = budget.enter(visitor)
    expect([one.scarcity(), other.scarcity()]).toEqual([0.5, 0.5])
    one.hold(500)
    expect(other.scarcity()).toBe(1)
    one.hold(50)
    expect(one.scarcity()).toBe(0)
  })
})
