import { redo, undo } from 'prosemirror-history'
import {
  around,
  hasMark,
  imageAt,
  isHeading,
  isIn,
  linkAt,
  moveBlock,
  toggle,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './commands.js'
import { iconOf } from './icons.js'

/** The buttons, in groups. Buttons that turn a format on and off have the `isOn` function. */
const groupsOf = ({ marks, nodes }, { askLink, askImage }) => [
  [
    {
      name: 'bold',
      letter: 'B',
      keys: 'Control+B',
      run: toggle({ marks }, 'strong'),
      isOn: state => hasMark(state, marks.strong),
    },
    {
      name: 'italic',
      letter: 'I',
      keys: 'Control+I',
      run: toggle({ marks }, 'em'),
      isOn: state => hasMark(state, marks.em),
    },
  ],
  [2, 3].map(level => ({
    name: `heading${level}`,
    letter: `H${level}`,
    run: toggleHeading(level),
    isOn: state => isHeading(state, level),
  })),
  [
    { name: 'bullets', run: toggleList(nodes.bullet_list), isOn: state => isIn(state, nodes.bullet_list) },
    { name: 'numbers', run: toggleList(nodes.ordered_list), isOn: state => isIn(state, nodes.ordered_list) },
    { name: 'quote', run: toggleQuote, isOn: state => around(state, node => node.type === nodes.blockquote) !== null },
  ],
  [
    { name: 'link', keys: 'Control+K', run: askLink, isOn: state => linkAt(state) !== '' },
    { name: 'image', run: askImage, isOn: state => imageAt(state) !== null },
  ],
  [
    { name: 'up', keys: 'Alt+Shift+ArrowUp', run: moveBlock(-1) },
    { name: 'down', keys: 'Alt+Shift+ArrowDown', run: moveBlock(1) },
  ],
  [
    { name: 'undo', keys: 'Control+Z', run: undo },
    { name: 'redo', keys: 'Control+Y', run: redo },
  ],
]

/**
 * Creates the toolbar. One button is in the tab order, and the arrow keys move the focus between buttons. `update`
 * shows the formats at the selection. Buttons without an effect remain focusable, so that the focus is not lost.
 */
export function createToolbar({ schema, texts, label, run, asks }) {
  const element = document.createElement('div')
  element.className = 'rich-tools'
  element.setAttribute('role', 'toolbar')
  element.setAttribute('aria-label', `${texts.toolbar}: ${label}`)
  const entries = groupsOf(schema, asks).flatMap(group => {
    const part = document.createElement('div')
    part.className = 'rich-group'
    element.append(part)
    return group.map(spec => ({ ...spec, button: part.appendChild(buttonOf(spec, texts)) }))
  })
  const buttons = entries.map(({ button }) => button)
  for (const { button, run: command } of entries) {
    // Preventing the default preserves the focus and the selection in the editor.
    button.addEventListener('mousedown', event => event.preventDefault())
    button.addEventListener('click', () => button.getAttribute('aria-disabled') !== 'true' && run(command))
  }
  keepOneTabStop(element, buttons)
  return {
    element,
    focus: () => buttons.find(button => button.tabIndex === 0).focus(),
    update(state) {
      for (const { button, isOn, run: command } of entries) {
        if (isOn) button.setAttribute('aria-pressed', String(isOn(state)))
        button.setAttribute('aria-disabled', String(!command(state)))
      }
    },
  }
}

function buttonOf({ name, letter, keys }, texts) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `rich-${name}`
  // The accessible name contains the letter that is visible on the button.
  const label = letter?.length > 1 ? `${texts[name]} ${letter}` : texts[name]
  button.setAttribute('aria-label', label)
  button.title = keys ? `${label} (${keys.replace('Arrow', '')})` : label
  if (keys) button.setAttribute('aria-keyshortcuts', keys)
  button.append(letter ?? iconOf(name))
  return button
}

function keepOneTabStop(toolbar, buttons) {
  const choose = chosen => {
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1
  }
  choose(buttons[0])
  toolbar.addEventListener('focusin', ({ target }) => choose(target))
  toolbar.addEventListener('keydown', event => {
    const i = buttons.indexOf(event.target)
    const steps = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: buttons.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons[(next + buttons.length) % buttons.length].focus()
  })
}
