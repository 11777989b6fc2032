/** Loading the program opens about a hundred files at once; later each connection is one. */
const minOpenFiles = 256

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/**
 * What is wrong when the process may open too few files; null when it may open enough. Asked before the program is
 * loaded: that would fail, and name a module that is there.
 */
export function openFilesProblem(report: () => object = readReport): string | null {
  const limit = Number((report() as Report).userLimits?.open_files?.soft)
  if (!(limit < minOpenFiles)) return null
  return `This process may open ${limit} files at a time; allow ${minOpenFiles} or more (\`ulimit -n\`).`
}

function readReport(): object {
  // Who the connections go to is not needed, and may take long to look up.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport()
  Object.assign(process.report, { excludeNetwork: false })
  return report
}
