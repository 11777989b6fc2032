import fc from 'fast-check'
import { rightFraming } from './arbitraryFraming.js'
import type { Header } from './arbitraryHeaders.js'
import type { FormSender, Grammar, HostileRequest } from './grammar.js'
import { encodedText, hostileText, mostly } from './hostileValues.js'

type Field = readonly [name: string, value: string]

/** A part of a form. If `isRight` is false, the part makes the form invalid. */
interface Part<Value> {
  readonly value: Value
  readonly isRight: boolean
}

const right = <Value>(value: Value): Part<Value> => ({ value, isRight: true })
const wrong = <Value>(value: Value): Part<Value> => ({ value, isRight: false })

const actions = [
  'vote',
  'vote',
  'move',
  'plan',
  'cancel',
  'revert',
  'invalidate',
  'mails',
  'retryMail',
  'importProgramme',
  'removeExamples',
  'login',
  'logout',
  'logout',
  'forgot',
  'password',
  'add',
  'upload',
] as const

const origins = mostly<Part<readonly Header[]>>(
  3,
  fc.constant(right([['Origin', 'http://site.example']])),
  fc.constantFrom(
    wrong([]),
    wrong([['Origin', 'null']]),
    wrong([['Origin', 'http://evil.example']]),
    wrong([['Origin', 'http://site.example.evil.example']]),
    wrong([['Origin', 'http://site.example:81']]),
    wrong([
      ['Origin', 'http://site.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ]),
  ),
)

const types = mostly<Part<string>>(
  12,
  fc.constantFrom(
    right('application/x-www-form-urlencoded'),
    right('Application/X-WWW-Form-URLEncoded; charset=utf-8'),
  ),
  fc.constantFrom(wrong('application/json'), wrong('text/plain'), wrong('multipart/form-data; boundary=x'), wrong('')),
)

function tokens({ token }: FormSender, { forms }: Grammar): fc.Arbitrary<Part<readonly Field[]>> {
  const others = forms.map(form => form.token).filter(other => other !== token)
  const one = (value: string): readonly Field[] => [['token', value]]
  return mostly(
    3,
    fc.constant(right(one(token))),
    fc.oneof(
      fc.constantFrom(...others, '', token.slice(1), `${token}=`, token.toLowerCase()).map(other => wrong(one(other))),
      hostileText.map(text => wrong(one(text))),
      fc.constantFrom(wrong([]), wrong([...one(token), ...one(token)])),
    ),
  )
}

const names = [
  'option',
  'transition',
  'comment',
  'version',
  'function',
  'paused',
  'mail',
  'step',
  'text',
  'timezone',
  'login',
  'password',
  'repeated',
  'reset',
  'user',
  'came_from',
  'unsaved',
  'sender',
  'field.image',
  'x',
] as const

function fieldsOf({ users, password }: Grammar): fc.Arbitrary<readonly Field[]> {
  const usual: fc.Arbitrary<Field> = fc.oneof(
    fc.constantFrom('0', '1', '2').map((id): Field => ['option', id]),
    fc.constantFrom('publish', 'retract', 'open', 'close').map((id): Field => ['transition', id]),
    fc.constantFrom('0', '1', 'current').map((version): Field => ['version', version]),
    fc.constantFrom(...users).map((name): Field => ['login', name]),
    fc.constant<Field>(['password', password]),
    fc.constantFrom<Field>(
      ...users.flatMap((name): Field[] => [
        ['sender', name],
        ['unsaved', unsavedBy(name)],
      ]),
      ['field.image', 'pending-none'],
    ),
    fc.constantFrom('/', '/@search', '//evil.example/a', 'http://evil.example').map((to): Field => ['came_from', to]),
  )
  const odd = fc.tuple(fc.constantFrom(...names), hostileText)
  return fc.array(mostly<Field>(4, usual, odd), { maxLength: 6 })
}

const unsavedBy = (name: string): string =>
  JSON.stringify({
    action: 'add',
    path: '/',
    fields: [
      ['sender', [name]],
      ['type', ['Document']],
    ],
  })

const encodedPath = (path: string): string => (path === '/' ? '' : path.split('/').map(encodedText).join('/'))

const bodyOf = (fields: readonly Field[]): Buffer =>
  Buffer.from(new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString())

/** Generates forms for pages or for the login URL. A form is either in the format that browsers send, or invalid. */
export function arbitraryForm(grammar: Grammar): fc.Arbitrary<HostileRequest> {
  const sender = fc.constantFrom(...grammar.forms)
  const target = fc
    .tuple(fc.constantFrom(...grammar.places), mostly<string>(15, fc.constantFrom(...actions), hostileText))
    .map(([{ path }, action]) => right(`${encodedPath(path)}/@@do/${encodedText(action.slice(0, 100))}`))
  return sender.chain(from =>
    fc
      .record({
        target: mostly(20, target, fc.constant(wrong('/login'))),
        origin: origins,
        type: types,
        token: tokens(from, grammar),
        fields: fieldsOf(grammar),
      })
      .chain(({ target: to, origin, type, token, fields }) => {
        const headersOfForm: readonly Header[] = [
          ['Host', 'site.example'],
          ['Cookie', from.cookie],
          ['Content-Type', type.value],
          ...origin.value,
        ]
        const isRefused = ![to, origin, type, token].every(({ isRight }) => isRight)
        return rightFraming(bodyOf([...token.value, ...fields])).map(framing =>
          worded({ target: to.value, headers: [...headersOfForm, ...framing.headers], body: framing.bytes, isRefused }),
        )
      }),
  )
}

interface Worded {
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: Buffer
  readonly isRefused: boolean
}

function worded({ target, headers, body, isRefused }: Worded): HostileRequest {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const bytes = Buffer.concat([Buffer.from(`POST ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body])
  return { route: 'POST @@do', method: 'POST', target, bytes, isWhole: true, isForm: true, isRefused }
}
