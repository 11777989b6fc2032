/**
 * The minimum number of files that the process must be allowed to open. Loading the program opens about a hundred files
 * concurrently; later, each connection needs one file.
 */
const minOpenFiles = 256

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/**
 * Describes the problem if the number of files that the process may open is too small. Returns null if there is no
 * problem. The number is checked before the program is loaded, because loading would fail with a misleading "module not
 * found".
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
