import { createSemaphore } from './semaphore.js'

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('permits', () => {
  it('are acquired immediately while permits are free', async () => {
    const semaphore = createSemaphore({ count: 2 })
    expect(semaphore.tryAcquire()).not.toBeNull()
    expect(await isSettled(semaphore.wait().permit)).toBe(true)
    expect(semaphore.tryAcquire()).toBeNull()
  })

  it('are passed to waiting callers in order as they are released', async () => {
    const semaphore = createSemaphore({ count: 1 })
    const release = semaphore.tryAcquire()
    const order: string[] = []
    const [first, second] = [semaphore.wait(), semaphore.wait()]
    void first.permit.then(() => order.push('first'))
    void second.permit.then(() => order.push('second'))
    release?.()
    await first.permit
    expect(order).toEqual(['first'])
    ;(await first.permit)()
    await second.permit
    expect(order).toEqual(['first', 'second'])
  })

  it('are passed to the addresses in rotation', async () => {
    const semaphore = createSemaphore({ count: 1 })
    const release = semaphore.tryAcquire()
    const order: string[] = []
    for (const [address, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
    ])
      void semaphore.wait(address).permit.then(leave => {
        order.push(String(name))
        leave()
      })
    release?.()
    for (let i = 0; i < 10; i++) await null
    expect(order).toEqual(['a1', 'b1', 'a2'])
  })

  it('are refused to the last caller from the address with the most waiting callers if the queue is full', async () => {
    const semaphore = createSemaphore({ count: 1, maxWaiting: 2 })
    semaphore.tryAcquire()
    const [, last] = [semaphore.wait('a'), semaphore.wait('a')]
    const other = semaphore.wait('b')
    await expect(last?.permit).rejects.toMatchObject({ code: 'busy' })
    expect(await isSettled(other.permit)).toBe(false)
  })

  it('are counted together with the waiting callers', () => {
    const semaphore = createSemaphore({ count: 1 })
    expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
    const release = semaphore.tryAcquire()
    const waiting = semaphore.wait()
    expect(semaphore.counts()).toEqual({ running: 1, waiting: 1 })
    waiting.leave()
    release?.()
    expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
  })

  it('are not acquired while others wait', async () => {
    const semaphore = createSemaphore({ count: 1 })
    const release = semaphore.tryAcquire()
    const waiting = semaphore.wait()
    release?.()
    expect(semaphore.tryAcquire()).toBeNull()
    ;(await waiting.permit)()
    expect(semaphore.tryAcquire()).not.toBeNull()
  })

  it('are released once, even if released repeatedly', () => {
    const semaphore = createSemaphore({ count: 2 })
    const release = semaphore.tryAcquire()
    semaphore.tryAcquire()
    release?.()
    release?.()
    expect(semaphore.tryAcquire()).not.toBeNull()
    expect(semaphore.tryAcquire()).toBeNull()
  })

  it('have a bounded queue, which refuses the next caller with a time to retry', async () => {
    const semaphore = createSemaphore({ count: 1, maxWaiting: 2 })
    const release = semaphore.tryAcquire()
    const waiting = [semaphore.wait(), semaphore.wait()]
    await expect(semaphore.wait().permit).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
    waiting[0]?.leave()
    const late = semaphore.wait()
    release?.()
    ;(await waiting[1]?.permit)?.()
    expect(await isSettled(late.permit)).toBe(true)
  })

  it('skip waiters that left the queue, and are released by holders that leave', async () => {
    const semaphore = createSemaphore({ count: 1 })
    const release = semaphore.tryAcquire()
    const [leaver, next] = [semaphore.wait(), semaphore.wait()]
    leaver.leave()
    release?.()
    await next.permit
    expect(await isSettled(leaver.permit)).toBe(false)
    next.leave()
    expect(semaphore.tryAcquire()).not.toBeNull()
  })
})
