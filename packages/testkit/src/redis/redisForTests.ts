export interface RedisMachine {
  /** Returns the path of a Redis server, or undefined if there is none. */
  find(): string | undefined
  install(): void
  /** On a CI machine, tests may install programs, and no test may be skipped. */
  readonly isCi: boolean
}

/** The server is only installed in CI. On other machines without a server, the result is undefined. */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const program = find()
  if (program || !isCi) return program
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
