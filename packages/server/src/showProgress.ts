import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  show(done: number, total: number): void
  end(): void
}

/**
 * Shows progress on standard error. On a terminal, shows a progress bar. Otherwise, for example in a log, writes a line
 * for every `step` items.
 */
export function showProgress(unit: string, step: number): Progress {
  if (!process.stderr.isTTY) {
    const show = (done: number, total: number): void => {
      if (done === total || done % step === 0) process.stderr.write(`${done} of ${total} ${unit}\n`)
    }
    return { show, end: () => {} }
  }
  const bar = new SingleBar(
    { format: `{bar} {value} of {total} ${unit}`, stream: process.stderr },
    Presets.shades_classic,
  )
  const show = (done: number, total: number): void => {
    if (!bar.isActive) bar.start(total, 0)
    bar.update(done)
  }
  return { show, end: () => bar.stop() }
}

interface Progressing {
  readonly unit: string
  readonly step: number
  readonly total: number
}

export async function* withProgressOf<T>(items: AsyncIterable<T>, { unit, step, total }: Progressing) {
  const progress = showProgress(unit, step)
  let done = 0
  try {
    for await (const item of items) {
      yield item
      done += 1
      progress.show(done, total)
    }
  } finally {
    progress.end()
  }
}
