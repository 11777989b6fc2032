import type { JsonObject, JsonValue } from '@plenum/core'
import { idOfPath, parentPath } from '@plenum/core/ports'
import { jsonText, listText, objectText } from './jsonText.js'
import { byName, type ObjectSummary, sortForImport } from './objectSummary.js'

/** Streams `content/__metadata__.json`. `blobs` contains the paths of files, relative to `content/`. */
export async function* metadataText(
  objects: readonly ObjectSummary[],
  blobs: readonly string[],
): AsyncGenerator<string> {
  const objectsByName = objects.toSorted(byName)
  const byUid = (valueIn: (object: ObjectSummary) => unknown): AsyncGenerator<string> => mapText(objectsByName, valueIn)
  async function* entries(): AsyncGenerator<readonly [string, AsyncIterable<string> | string]> {
    yield ['__version__', '"1.0.0"']
    yield ['_blob_files_', jsonText([...blobs], '  ')]
    yield [
      '_data_files_',
      jsonText(
        sortForImport(objects).map(({ name }) => `${name}/data.json`),
        '  ',
      ),
    ]
    yield ['default_page', byUid(defaultPages(objects))]
    yield ['local_permissions', byUid(({ permissions }) => permissions)]
    yield ['local_roles', byUid(({ roles }) => (Object.keys(roles).length > 0 ? roles : null))]
    yield ['ordering', byUid(({ position }) => position)]
    yield ['relations', '[]']
  }
  yield* objectText(entries())
  yield '\n'
}

/**
 * Returns a function that finds the default page of a container among its items. The returned function returns null if
 * the container has no default page.
 */
function defaultPages(objects: readonly ObjectSummary[]): (container: ObjectSummary) => JsonObject | null {
  const paths = new Map<unknown, string>(objects.map(({ uid, path }) => [uid, path]))
  return ({ path, defaultPage }) => {
    const page = paths.get(defaultPage)
    if (page === undefined || parentPath(page) !== path) return null
    return { default_page: idOfPath(page), default_page_uuid: defaultPage }
  }
}

/** Streams a JSON object that maps UIDs to values. Null values are omitted. */
function mapText(
  objects: readonly ObjectSummary[],
  valueIn: (object: ObjectSummary) => unknown,
): AsyncGenerator<string> {
  async function* entries(): AsyncGenerator<readonly [string, string]> {
    for (const object of objects) {
      const value = valueIn(object)
      if (value !== null) yield [object.name, jsonText(value as JsonValue, '    ')]
    }
  }
  return objectText(entries(), '  ')
}

export async function* listFile(items: Iterable<JsonValue>): AsyncGenerator<string> {
  yield* listText(items)
  yield '\n'
}
