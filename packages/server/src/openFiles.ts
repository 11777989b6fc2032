/**
 * The minimum number of files that the process must be allowed to open. While the program loads, about a hundred files
 * are open. Later, each connection uses an open file.
 */
const minOpenFiles = 256

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/**
 * Returns a description of the problem if the process may open too few files, and otherwise null. Call this function
 * before the program loads, because loading would fail with the misleading error "module not found".
 */
export function openFilesProblem(report: () => object = readReport): string | null {
  const limit = Number((report() as Report).userLimits?.open_files?.soft)
  if (!(limit < minOpenFiles)) return null
  return `This process may open only ${limit} files at a time; allow at least ${minOpenFiles} (\`ulimit -n\`).`
}

function readReport(): object {
  // Network data is excluded, because resolving host names can take a long time.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport()
  Object.assign(process.report, { excludeNetwork: false })
  return report
}
