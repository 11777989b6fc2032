/** Ends a test run with how many tests were left out for want of a Redis server. The test runner makes it with `new`. */
export default function LeftOutReporter() {
  return {
    onRunComplete: (_contexts, { numPendingTests }) => {
      if (numPendingTests === 0 || process.env.PLENUM_TEST_REDIS) return
      const line = `${numPendingTests} tests were left out: they need a Redis server. Install redis-server or valkey-server.`
      // Below what the other reporters have yet to say.
      process.once('exit', () => process.stderr.write(`\n${line}\n`))
    },
  }
}
