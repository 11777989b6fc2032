import { destination } from 'pino'

/** Where a log writes its lines. */
export interface LogLines {
  write(line: string): void
  /** Writes all that has been gathered before it returns. */
  flushSync(): void
}

/** Characters of lines that are written together. */
const usual = 32 * 1024
/** Milliseconds after which a line is written, however few there are. */
const patience = 250

/**
 * Lines of a log, gathered and written to a file descriptor beside the requests: to write each by itself costs more than
 * half of what its request does. Whatever ends the process in an orderly way writes the rest.
 */
export function logLines(fd: number, together: number = usual): LogLines {
  const file = destination({ dest: fd, sync: false, maxWrite: 2 * usual })
  let gathered = ''
  let timer: NodeJS.Timeout | null = null
  const hand = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (gathered !== '') file.write(gathered)
    gathered = ''
  }
  const flushSync = (): void => {
    hand()
    file.flushSync()
  }
  process.once('exit', flushSync)
  return {
    write: line => {
      if (gathered.length + line.length > together) hand()
      gathered += line
      if (gathered.length >= together) hand()
      else timer ??= setTimeout(hand, patience).unref()
    },
    flushSync,
  }
}
