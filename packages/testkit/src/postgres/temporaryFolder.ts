import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TemporaryFolder {
  readonly path: string
  /**
   * The owner of the folder and the server process: the current user, or `nobody` if the current user is root, because
   * PostgreSQL refuses to run as root.
   */
  readonly owner: { readonly uid?: number; readonly gid?: number }
  /** Stops the server and deletes the folder. */
  close(): Promise<void>
}

/**
 * A shell program that waits until its input is closed, stops the server, waits for at most ten seconds, and deletes
 * the folder.
 */
const keeper = `
read -r _
running="$1/data/postmaster.pid"
if server=$(head -n 1 "$running"); then
  kill -CONT "$server"
  kill -QUIT "$server"
  for wait in $(seq 200); do test -e "$running" && sleep 0.05; done
fi
rm -rf "$1"`

/** Creates a folder that a separate process deletes when this process ends, even after SIGKILL. */
export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'plenum-postgres-'))
  const owner = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', folder], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return {
    path: folder,
    owner,
    close: async () => {
      child.ref()
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))
}
