import { memoryContentStore, memoryUserDirectory, type Platform } from '@plenum/core'

export interface OpenedStore {
  readonly content: Platform['store']
  readonly users: Platform['users']
  readonly webhooks?: NonNullable<Platform['webhooks']>
  readonly mails?: NonNullable<Platform['mails']>
  readonly pendingUploads?: NonNullable<Platform['pendingUploads']>
}

export interface StoreOfRun {
  readonly name: string
  /** Opens an empty store, which is closed after the tests. */
  open(): Promise<OpenedStore>
}

let storeOfRun: StoreOfRun | undefined

/**
 * Selects the store for all sites and suites in this test file. This function must be called before the tests are
 * defined.
 */
export function runOn(store: StoreOfRun): void {
  storeOfRun = store
}

export function otherStore(): StoreOfRun | undefined {
  return storeOfRun
}

export function openLater({ open }: StoreOfRun): OpenedStore {
  let opening: Promise<OpenedStore> | undefined
  const opened = () => {
    opening ??= open()
    return opening
  }
  return {
    content: waitingFor(memoryContentStore(), async () => (await opened()).content),
    users: waitingFor(memoryUserDirectory(), async () => (await opened()).users),
  }
}

function waitingFor<T extends object>(model: T, openObject: () => Promise<T>): T {
  const call =
    (name: string) =>
    async (...parameters: unknown[]) => {
      const target = await openObject()
      return Reflect.apply(Reflect.get(target, name) as () => unknown, target, parameters)
    }
  return Object.fromEntries(Object.keys(model).map(name => [name, call(name)])) as T
}
