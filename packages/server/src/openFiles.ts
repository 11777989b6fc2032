/**
 * The minimum number of files that the process must be allowed to open. Loading the program opens about a hundred files
 * concurrently. Later, each connection needs one file.
 */
const minOpenFiles = 256

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/**
 * Describes the problem if the process may open too few files, or returns null. The check precedes loading the program,
 * because loading would fail with a misleading "module not found".
 */
export function openFilesProblem(report: () => object = readReport): string | null {
  const limit = Number((report() as Report).userLimits?.open_files?.soft)
  if (!(limit < minOpenFiles)) return null
  return `This process may open only ${limit} files at a time; allow at least ${minOpenFiles} (\`ulimit -n\`).`
}

function readReport(): object {
  // Resolving host names can take a long time, so network data is excluded.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport()
  Object.assign(process.report, { excludeNetwork: false })
  return report
}
