import { hash } from 'node:crypto'
import type { HtmlPages } from '@plenum/core'

interface ViewerFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * The files of the viewer for the OpenAPI document. Each name contains a digest, so that browsers can cache the file
 * indefinitely.
 */
export interface ViewerFiles {
  readonly style: string
  readonly script: string
  readonly files: ReadonlyMap<string, ViewerFile>
}

/**
 * Creates a function that loads the viewer for the OpenAPI document when it is first called. Returns null if there is
 * no viewer.
 */
export function viewerLoader(load: HtmlPages['apiViewer']): (() => Promise<ViewerFiles>) | null {
  let loading: Promise<ViewerFiles> | null = null
  const start = async (load: NonNullable<HtmlPages['apiViewer']>): Promise<ViewerFiles> => {
    try {
      return filesOf(await load())
    } catch (error) {
      loading = null
      throw error
    }
  }
  return load ? () => (loading ??= start(load)) : null
}

function filesOf({ style, script }: Awaited<ReturnType<NonNullable<HtmlPages['apiViewer']>>>): ViewerFiles {
  const names = { style: `style.${digestOf(style)}.css`, script: `script.${digestOf(script)}.js` }
  const files = new Map([
    [names.style, { type: 'text/css; charset=utf-8', bytes: style }],
    [names.script, { type: 'text/javascript; charset=utf-8', bytes: script }],
  ])
  return { ...names, files }
}

export const digestOf = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'base64url').slice(0, 22)
