/** Kills all processes of a service immediately, like a machine failure. */
export function killAll({ service }) {
  for (const pid of service.pids()) kill(pid)
}

export function killWorker({ service }) {
  const [, worker] = service.pids()
  if (worker === undefined) throw new Error('The service has no worker.')
  kill(worker)
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The error is ignored, because it means that the process has already ended.
  }
}
