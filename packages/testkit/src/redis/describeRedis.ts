type Describe = (name: string, body: () => void) => unknown

/** Defines tests with a real Redis server. The tests are skipped if no Redis server is installed. */
export function describeRedis(
  describe: Describe & { readonly skip: Describe },
  name: string,
  define: (program: string) => void,
): void {
  const program = process.env.PLENUM_TEST_REDIS
  if (program) describe(name, () => define(program))
  // The reporter of skipped tests recognizes the tests by this title.
  else describe.skip(`${name} (needs a Redis server)`, () => define(''))
}
