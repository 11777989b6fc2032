import { createHash, randomBytes } from 'node:crypto'
import type { HtmlPage, HtmlPages, HtmlRenderer } from '@plenum/core'
import { type LiveResults, liveResults } from './live/liveResults.js'

export interface PageOptions {
  /**
   * The HTML pages for clients that prefer HTML to JSON, for example `pages` from `@plenum/pages`. If omitted, the
   * service returns no HTML pages.
   */
  readonly html?: HtmlPages
  /** The maximum number of event streams with live poll results per process. Defaults to 200. */
  readonly liveStreams?: number
  /** A signal that is aborted shortly before the process stops, so that event streams can end first. */
  readonly stopping?: AbortSignal
}

export interface PageLimits {
  /** The interval between two updates of live poll results, in milliseconds. */
  readonly resultsInterval: number
}

const defaultStreams = 200

interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array
}

export interface PageRenderer {
  readonly render: HtmlRenderer
  /**
   * Returns the file with the given name, or null if there is no such file. Each name contains a digest of the content.
   */
  fileNamed(name: string): PageFile | null
  assetsAt(base: string): HtmlPage['assets']
  /** The placeholder for the form token in a page. The placeholder is random, so that content cannot contain it. */
  readonly tokenPlaceholder: string
  readonly live: LiveResults
}

/** The view that serves the files of pages at the URLs `/@@pages/{name}`. */
export const filesView = '@@pages'

export function createPageRenderer(options: PageOptions, { resultsInterval }: PageLimits): PageRenderer | null {
  if (!options.html) return null
  const { render, extras = {}, fonts = {}, accent, ...main } = options.html
  const { liveStreams: maxReaders = defaultStreams, stopping } = options
  const own = filesOf('', main)
  const further = Object.entries(extras).map(([name, files]) => [name, filesOf(`${name}-`, files)] as const)
  const all = [own, ...further.map(([, files]) => files)].flatMap(({ style, script }) => [style, script])
  const urlsAt = (base: string, { style, script }: ReturnType<typeof filesOf>) => ({
    style: `${base}/${filesView}/${style.name}`,
    script: `${base}/${filesView}/${script.name}`,
  })
  const files = new Map<string, PageFile>([
    ...all.map(({ name, ...file }) => [name, file] as const),
    ...Object.entries(fonts).map(([name, bytes]) => [name, { type: 'font/woff2', bytes }] as const),
  ])
  const accents = accent ? accentFiles(accent, own.style.name) : null
  return {
    render,
    fileNamed: name => files.get(name) ?? accents?.fileNamed(name) ?? null,
    assetsAt: base => ({
      ...urlsAt(base, own),
      ...(accents ? { accent: `${base}/${filesView}/${accents.prefix}` } : {}),
      extras: Object.fromEntries(further.map(([name, files]) => [name, urlsAt(base, files)])),
    }),
    live: liveResults({ maxReaders, stopping, interval: resultsInterval }),
    tokenPlaceholder: `token-${randomBytes(18).toString('base64url')}`,
  }
}

const filesOf = (prefix: string, { style, script }: Pick<HtmlPages, 'style' | 'script'>) => ({
  style: fileOf(`${prefix}style`, 'css', 'text/css; charset=utf-8', style),
  script: fileOf(`${prefix}script`, 'js', 'text/javascript; charset=utf-8', script),
})

/** Returns a file with a digest of the content in its name, so that browsers can cache the file indefinitely. */
function fileOf(name: string, extension: string, type: string, text: string) {
  const bytes = Buffer.from(text)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { name: `${name}.${digest}.${extension}`, type, bytes }
}

/**
 * Returns the name prefix of the CSS and SVG files for accent colors, and a function that creates a file by its name.
 * The files are created on request, because any color can be an accent color. The prefix contains a digest of a sample
 * file, so that the names change with the code that creates the files.
 */
function accentFiles(create: NonNullable<HtmlPages['accent']>, styleName: string) {
  const sample = fileOf('accent', 'css', '', create('0b5f6b').css + styleName)
  const prefix = sample.name.replace(/css$/, '')
  return {
    prefix,
    fileNamed(name: string): PageFile | null {
      const [, color, extension] = /^([0-9a-f]{6})\.(css|svg)$/.exec(name.slice(prefix.length)) ?? []
      if (!name.startsWith(prefix) || color === undefined) return null
      const { css, svg } = create(color)
      return extension === 'css'
        ? { type: 'text/css; charset=utf-8', bytes: Buffer.from(css) }
        : { type: 'image/svg+xml', bytes: Buffer.from(svg) }
    },
  }
}
