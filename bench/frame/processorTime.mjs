import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The length of a kernel clock tick in microseconds. */
const tick = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Returns the CPU time, in microseconds, that a process and its children have used since they started. Works only
 * on Linux.
 */
export function processorTimeOf(pid) {
  for (;;) {
    try {
      return timeOf(pid)
    } catch (error) {
      // Tries again if a child has ended since the children were listed, because the time of its parent now includes
      // the time of the child.
      if (!isGone(error) || !existsSync(`/proc/${pid}`)) throw error
    }
  }
}

const isGone = ({ code }) => code === 'ENOENT' || code === 'ESRCH'

function timeOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return ownTimeOf(pid) + children.reduce((sum, child) => sum + timeOf(child), 0)
}

function ownTimeOf(pid) {
  // The second field is a name in parentheses, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  // These fields include the times of children that have ended.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tick
}
