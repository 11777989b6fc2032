const mark = '(needs a Redis server)'

/**
 * Lists the tests that were skipped without a Redis server at the end of a test run. The test runner calls this
 * function with `new`.
 */
export default function SkippedReporter() {
  return {
    onRunComplete: (_contexts, { testResults }) => {
      const named = testResults.flatMap(({ testResults: tests }) => tests.filter(isSkipped).map(nameOf))
      if (named.length === 0) return
      const names = [...new Set(named)].map(name => `  ${name}\n`).join('')
      const what = `${named.length} tests were skipped: they need redis-server or valkey-server, and this machine has none.`
      // The list is printed below the output of the other reporters.
      process.once('exit', () => process.stderr.write(`\n${what}\n${names}`))
    },
  }
}

const isSkipped = ({ status, ancestorTitles }) =>
  status === 'pending' && ancestorTitles.some(title => title.endsWith(mark))

const nameOf = ({ ancestorTitles }) =>
  ancestorTitles
    .find(title => title.endsWith(mark))
    .slice(0, -mark.length)
    .trim()
