import type { HtmlPage, HtmlPages } from '@plenum/core'

const escaped = (text: string): string => text.replace(/[<>&"]/g, character => `&#${character.charCodeAt(0)};`)

/** Pages that contain only their input as JSON and the fields that forms need. */
export const plainPages: HtmlPages = {
  render: plainPage,
  style: 'body { color: black }',
  script: 'export {}',
  apiViewer: async () => ({ style: Buffer.from('body { margin: 0 }'), script: Buffer.from('export {}') }),
}

const withForm: ReadonlySet<HtmlPage['view']> = new Set(['poll', 'login', 'password', 'error'])

function plainPage({ translate: _, query, formToken, assets, ...content }: HtmlPage): string {
  const token = content.caller || withForm.has(content.view) ? `<input name="token" value="${formToken}">` : ''
  const text = JSON.stringify({ ...content, query: Object.fromEntries(query) })
  return `<!doctype html><link rel="stylesheet" href="${assets.style}"><pre>${escaped(text)}</pre>${token}`
}

export function readPlainPage(html: string): Omit<HtmlPage, 'query'> & { readonly query: Record<string, string> } {
  const text = html.split('<pre>')[1]?.split('</pre>')[0] ?? 'null'
  return JSON.parse(text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
}

/** Returns the form token in a page, or an empty string if the page contains no token. */
export const formTokenIn = (html: string): string => /name="token" value="([^"]*)"/.exec(html)?.[1] ?? ''
