import { parseDocument } from 'htmlparser2'
import { type MarkupNode, normalHtml, otherElements } from './normalHtml.js'

interface ParsedNode {
  readonly nodeType: number
  readonly nodeValue?: string | null
  readonly name?: string
  readonly attribs?: Readonly<Record<string, string>>
  readonly childNodes?: readonly ParsedNode[]
}

const asMarkup = ({
  nodeType,
  nodeValue = null,
  name = '',
  attribs = {},
  childNodes = [],
}: ParsedNode): MarkupNode => ({
  nodeType,
  nodeName: name.toUpperCase(),
  nodeValue,
  attributes: Object.entries(attribs).map(([name, value]) => ({ name, value })),
  childNodes: childNodes.map(asMarkup),
})

const parse = (html: string): MarkupNode => asMarkup({ nodeType: 9, childNodes: parseDocument(html).children })
const normal = (html: string): string => normalHtml(parse(html))

describe('the normal form of HTML', () => {
  it.each([
    ['white space between blocks', '<ul>\n <li>a</li>\n</ul>\n<p>b</p>', '<ul><li>a</li></ul><p>b</p>'],
    ['repeated white space', '<p> a  b\n c </p>', '<p>a b c</p>'],
    ['white space beside line breaks', '<p>a <br> b</p>', '<p>a<br>b</p>'],
    ['white space on both sides of a tag', '<p>a <b> c</b></p>', '<p>a <b>c</b></p>'],
    ['the order of attributes', '<p><img alt="a" src="/b"></p>', '<p><img src="/b" alt="a"></p>'],
    ['synonyms', '<p><b>a</b> <i>b</i> <s>c</s></p>', '<p><strong>a</strong> <em>b</em> <del>c</del></p>'],
    ['the order of nested marks', '<p><b><i>a</i></b></p>', '<p><i><b>a</b></i></p>'],
    ['adjacent marks', '<p><b>a</b><b>b</b></p>', '<p><b>ab</b></p>'],
    ['marks without text', '<p>a<b></b></p>', '<p>a</p>'],
    ['loose text at the top level', 'a <b>b</b>', '<p>a <b>b</b></p>'],
    ['entities', '<p>&eacute;&quot;</p>', '<p>é"</p>'],
  ])('is equal despite %s', (_, one, other) => {
    expect(normal(one)).toBe(normal(other))
  })

  it.each([
    ['a lost attribute', '<p class="a">b</p>', '<p>b</p>'],
    ['another value', '<img src="/a" alt="">', '<img src="/a" alt="b">'],
    ['a lost wrapper', '<div><p>a</p></div>', '<p>a</p>'],
    ['a lost unknown element', '<p>a<iframe src="/b"></iframe></p>', '<p>a</p>'],
    ['a lost table', '<table><tbody><tr><td>a</td></tr></tbody></table>', '<p>a</p>'],
    ['an empty anchor', '<p><a id="b"></a>a</p>', '<p>a</p>'],
    ['a lost comment', '<p>a</p><!-- b -->', '<p>a</p>'],
    ['a lost line break', '<p>a<br>b</p>', '<p>a b</p>'],
    ['a paragraph in a list item', '<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul>'],
    ['the order of blocks', '<div data-block="a">A</div><p>b</p>', '<p>b</p><div data-block="a">A</div>'],
    ['the white space of preformatted text', '<pre>a  b</pre>', '<pre>a b</pre>'],
    ['a no-break space', '<p>a&nbsp;b</p>', '<p>a b</p>'],
    ['text that looks like a tag', '<p>&lt;br&gt;</p>', '<p><br></p>'],
    ['text that looks like a mark', '<p>[strong]a</p>', '<p><b>a</b></p>'],
    ['marked text in another place', '<p><b>a</b>b</p>', '<p>a<b>b</b></p>'],
    ['a link with another target', '<p><a href="/a">b</a></p>', '<p><a href="/c">b</a></p>'],
  ])('differs because of %s', (_, one, other) => {
    expect(normal(one)).not.toBe(normal(other))
  })
})

test('elements outside a list are named once', () => {
  const root = parse('<p>a<iframe></iframe></p><table><tr><td>b</td><td>c</td></tr></table>')
  expect(otherElements(root, new Set(['p']))).toEqual(['iframe', 'table', 'tr', 'td'])
})
