import type { ContentReader, ContentStore } from '../../../content/store/contentStore.js'

export interface HeldReader {
  readonly reader: ContentReader
  /** Ends the read. */
  close(): Promise<void>
}

/** A read transaction that stays open until it is closed, for callers that need a reader beyond one callback. */
export function holdReader(store: Pick<ContentStore, 'read'>): Promise<HeldReader> {
  return new Promise<HeldReader>((opened, failed) => {
    let end = (): void => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const reading = store.read(async reader => {
      const close = (): Promise<void> => {
        end()
        return reading
      }
      opened({ reader, close })
      await ended
    })
    reading.catch(failed)
  })
}
