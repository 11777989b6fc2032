import type { ContentReader } from '../../../content/store/contentReader.js'
import type { ContentStore } from '../../../content/store/contentStore.js'

export interface HeldReader {
  readonly reader: ContentReader
  /** Ends the read. */
  close(): Promise<void>
}

/** A read transaction that stays open until it is closed, for callers that need a reader beyond one callback. */
export function holdReader(store: Pick<ContentStore, 'read'>): Promise<HeldReader> {
  return new Promise<HeldReader>((onOpen, onError) => {
    let finish = (): void => {}
    const finished = new Promise<void>(resolve => {
      finish = resolve
    })
    const reading = store.read(async reader => {
      const close = (): Promise<void> => {
        finish()
        return reading
      }
      onOpen({ reader, close })
      await finished
    })
    reading.catch(onError)
  })
}
