import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Kills the child process when this process exits. */
export function endWithUs<C extends ChildProcess>(child: C): C {
  if (running.size === 0) process.once('exit', endAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll)
  })
  return child
}
