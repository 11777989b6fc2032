import type { ContentReader, ContentStore } from '../../../content/store/contentStore.js'

export interface HeldReader {
  readonly reader: ContentReader
  /** Ends the read. */
  close(): Promise<void>
}

/** A read that lasts until it is closed, for whoever cannot do all of it within one function. */
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
