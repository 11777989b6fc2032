export interface RedisMachine {
  /** The path of a Redis server; undefined when there is none. */
  find(): string | undefined
  install(): void
  /** Belongs to nobody, so that tests may install what they need; and none of them may be left out. */
  readonly isCi: boolean
}

/** The Redis server that tests use. On the machine of a person nothing is installed: undefined when it has none. */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const found = find()
  if (found || !isCi) return found
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
