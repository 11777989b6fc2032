import { Parser } from 'htmlparser2'

/**
 * Strings that would execute a script if a browser treated them as HTML, based on the OWASP cheat sheet on filter
 * evasion.
 */
export const scriptVectors: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example/a.js></SCRIPT>',
  'javascript:alert(1)',
  'jav&#x09;ascript:alert(1)',
  'jav\tascript:alert(1)',
  ' \u0001javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  '//javascript:alert(1)//<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '`onload=alert(1)`',
  '</title><script>alert(1)</script>',
  '</textarea></style></noscript><iframe src=javascript:alert(1)>',
  '--><!--[if IE]><script>alert(1)</script><![endif]-->',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<<SCRIPT>alert(1);//\\<</SCRIPT>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://x.example/">',
  '<style>@import "https://x.example/a.css"</style>',
  '<form action="https://x.example"><button formaction="javascript:alert(1)">',
  '\u2028<script>alert(1)</script>\u2029',
  '%3Cscript%3Ealert(1)%3C/script%3E',
]

/** The elements and attributes that a parser finds in HTML. */
export interface ParsedHtml {
  /** The names of the elements, including comments. */
  readonly elements: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
  /** The target URLs of links, images, forms and scripts. */
  readonly addresses: readonly string[]
  readonly scripts: readonly Readonly<Record<string, string>>[]
  readonly text: string
}

const ofAddresses = new Set(['href', 'src', 'action', 'formaction'])

export function findInHtml(html: string): ParsedHtml {
  const [elements, attributes] = [new Set<string>(), new Set<string>()]
  const [addresses, scripts]: [string[], Record<string, string>[]] = [[], []]
  let text = ''
  const parser = new Parser({
    onopentag(name, values) {
      elements.add(name)
      if (name === 'script') scripts.push(values)
      for (const [attribute, value] of Object.entries(values)) {
        attributes.add(attribute)
        if (ofAddresses.has(attribute)) addresses.push(value)
      }
    },
    ontext: piece => {
      text += piece
    },
    oncomment: comment => {
      elements.add(`<!--${comment}`)
    },
  })
  parser.end(html)
  return { elements, attributes, addresses, scripts, text }
}

/** Whether a browser that follows the URL executes no script. Browsers do not follow URLs that they cannot parse. */
export const isHarmlessAddress = (address: string): boolean =>
  !URL.canParse(address, site) || ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address, site).protocol)

const site = 'http://site.example/'
