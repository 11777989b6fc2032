import { translateEnglish } from '@plenum/core'
import { faultMessage } from './fault.js'
import { readScheduleXml } from './readScheduleXml.js'

const problemIn = (xml: string): string => {
  const { fault } = readScheduleXml(xml)
  return fault ? translateEnglish(faultMessage(fault)) : ''
}

describe('the problem in a file that is not XML', () => {
  it.each([
    ['<schedule>', 'the element schedule has no end tag; add </schedule>'],
    ['<schedule><day><room></room>', 'the element day has no end tag; add </day>'],
    ['<a>\n<b></a>', 'the end tag </a> stands where the element b from line 2 is still open; write </b> first'],
    ['</a>', 'the end tag </a> has no start tag; remove it or add <a>'],
    ['<a></a b="c">', 'the end tag of a must consist of the name only: </a>'],
    ['<a>1 < 2</a>', '< does not begin a valid tag here; write &lt; in texts'],
    ['<a><1b/></a>', '< does not begin a valid tag here; write &lt; in texts'],
    ['<a b="c></a>', 'an attribute value in the element a has no closing quotation mark'],
    ['<a b="1" b="2"/>', 'the attribute b occurs twice in the same element; remove one of them'],
    ['<a b/>', 'the attribute b must have the form name="value" and follow a blank'],
    ['<a b="1"c="2"/>', 'the attribute c must have the form name="value" and follow a blank'],
    ['<a>Salt & pepper</a>', '& does not begin a valid reference here; write &amp; in texts'],
    ['<a></a><b></b>', 'there is text or a further element outside of the root element; remove it'],
    ['<a></a> more', 'there is text or a further element outside of the root element; remove it'],
    ['<!-- nothing -->', 'it contains no element; a schedule begins with <schedule>'],
    ['<!-- a --><?xml version="1.0"?><a></a>', 'the XML declaration is allowed only at the start of the file'],
    ['<a><__proto__>1</__proto__></a>', 'the name __proto__ is reserved; rename the element or the attribute'],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'is nested too deeply'],
  ])('%# names the problem and its correction', (xml, problem) => {
    expect(problemIn(xml)).toContain(problem)
  })

  it('contains at most 60 characters of a name', () => {
    expect(problemIn(`<${'a'.repeat(500)}>`).length).toBeLessThan(220)
  })
})
