import fc from 'fast-check'
import type { Hostility } from './arbitraryBodies.js'
import { crews, type Grammar, type GrammarRoute, guests, type Place } from './grammar.js'
import { encodedText, hostileText, mostly } from './hostileValues.js'
import { segmentsOf } from './segmentsOfRoutes.js'

export function arbitraryPlace(grammar: Grammar, route: GrammarRoute): fc.Arbitrary<Place> {
  const { places, viewsOfSite, plans } = grammar
  const [root = { path: '/', type: 'Plone Site', uid: '' }] = places
  if (viewsOfSite.has(route.view ?? '')) return mostly(9, fc.constant(root), fc.constantFrom(...places))
  const isPlanned = ({ path }: Place) => plans.some(plan => plan.path === path)
  const fitting = places.filter(place =>
    route.operation === 'cancelWorkflowPlan' ? isPlanned(place) : suits(grammar, route, place.type),
  )
  return mostly(9, fc.constantFrom(...(fitting.length > 0 ? fitting : places)), fc.constantFrom(...places))
}

const ofEvents: readonly string[] = [
  'getSchedule',
  'getSponsors',
  'getNow',
  'getDesk',
  'releaseSchedule',
  'getScheduleRelease',
  'compareScheduleReleases',
]

function suits({ types }: Grammar, { operation }: GrammarRoute, type: string): boolean {
  if (operation === 'getPoll' || operation === 'castVote') return type === 'collective.polls.poll'
  if (operation === 'getFile' || operation === 'getImage') return ['File', 'Image', 'News Item'].includes(type)
  if (['addContent', 'copyObjects', 'getAddForm', 'relocateObjects'].includes(operation))
    return (types.get(type)?.contains.length ?? 0) > 0
  if (ofEvents.includes(operation)) return type === 'Plone Site' || type === 'Tech Event'
  // Only objects that are not containers are deleted, because later requests need the containers.
  if (operation === 'deleteContent') return (types.get(type)?.contains.length ?? 0) === 0
  return true
}

const ofPolls = ['open', 'open', 'close', 'reject', 'retract', 'submit'] as const
const ofOthers = ['publish', 'publish', 'retract', 'submit', 'reject', 'open', 'hide'] as const

function segment(grammar: Grammar, { operation }: GrammarRoute, { type }: Place): fc.Arbitrary<string> {
  switch (operation) {
    case 'getFile':
    case 'getImage':
      return mostly(
        9,
        type === 'File' ? fc.constant('file') : fc.constantFrom('image', 'image', `image-400-${'0'.repeat(32)}.png`),
        fc.constantFrom('title', 'file', 'preview_image'),
      )
    case 'getVocabulary':
      return fc.constantFrom(...grammar.tokens.keys(), 'none')
    case 'editUser':
    case 'getPortrait':
      return mostly(4, fc.constantFrom(...grammar.users.slice(0, 2)), fc.constantFrom(...guests, 'nobody'))
    case 'removeUser':
      return fc.constantFrom(...guests)
    case 'resetPassword':
      return mostly(6, fc.constant(grammar.users[0] ?? ''), fc.constantFrom(...guests))
    case 'getGroup':
    case 'editGroup':
      return fc.constantFrom(...crews, 'Reviewers', 'nobody')
    case 'removeGroup':
      return fc.constantFrom(...crews)
    case 'getUser':
      return fc.constantFrom(...grammar.users, 'nobody')
    case 'getSiteLogo':
      return mostly(9, fc.constant('logo'), fc.constantFrom('image', `logo-400-${'0'.repeat(32)}.png`))
    case 'getControlPanel':
    case 'editControlPanel':
      return mostly(12, fc.constantFrom(...grammar.panels), hostileText)
    case 'getTypeSchema':
      return mostly(9, fc.constantFrom(...grammar.types.keys()), mostly(1, fc.constant('Nothing'), hostileText))
    case 'transitionContent':
      return mostly<string>(
        20,
        fc.constantFrom(...(type === 'collective.polls.poll' ? ofPolls : ofOthers)),
        hostileText,
      )
    default:
      return hostileText
  }
}

function lastSegment(grammar: Grammar, route: GrammarRoute, place: Place): fc.Arbitrary<string> {
  switch (route.operation) {
    case 'getImage':
      return mostly(6, fc.constantFrom('icon', 'preview', '4k'), hostileText)
    case 'getTypeSchema':
      return mostly(6, fc.constantFrom('title', 'description', 'start'), hostileText)
    default:
      return segment(grammar, route, place)
  }
}

/** Generates paths of objects that may exist, in the form that clients send. */
function rightPath(grammar: Grammar, route: GrammarRoute, place: Place): fc.Arbitrary<string> {
  const { view, segments, optionalSegment, operation } = route
  const base = place.path === '/' ? '' : place.path.split('/').map(encodedText).join('/')
  const more = optionalSegment
    ? mostly(operation === 'transitionContent' ? 19 : 1, fc.constant(1), fc.constant(0))
    : fc.constant(0)
  return fc
    .record({
      extra: more,
      texts:
        segmentsOf(grammar, route, place) ?? fc.array(segment(grammar, route, place), { minLength: 5, maxLength: 5 }),
      last: lastSegment(grammar, route, place),
      isApi: fc.boolean(),
    })
    .map(({ extra, texts, last, isApi }) => {
      const named = segments.map((name, i) => (name === '*' ? encodedText(texts[i] ?? '') : name))
      const further = extra === 0 ? [] : [encodedText(last)]
      const service = view === null ? [] : [view, ...named, ...further]
      return `${isApi ? '/++api++' : ''}${[base, ...service].join('/')}` || '/'
    })
}

const oddSegments = fc.constantFrom(
  '',
  '.',
  '..',
  '%2e%2e',
  '%2E.',
  '++api++',
  '%2B%2Bapi%2B%2B',
  '%',
  '%z0',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%00',
  '%2F',
  '%5c',
  '%252e%252e',
  '@',
  '@@',
  '@search',
  '%40search',
  '@nothing',
  '@@images',
  '__proto__',
  'constructor',
  '*',
  ';a=b',
  "'",
  '"',
  '<b>',
  '{}',
  '|',
  '^`',
  '\xff',
  '\xc3\xa4',
  '🏳️',
)

const long = fc
  .tuple(fc.constantFrom('a', '/a', '/..', '//', '%20', '/@', '/++api++', '%C3%A4'), fc.constantFrom(200, 3000, 12_000))
  .map(([part, count]) => part.repeat(count))

/** Generates very long paths, and paths with unusual additional or replaced segments. */
const spoiltPath = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(fc.nat(path.length), oddSegments).map(([at, odd]) => `${path.slice(0, at)}${odd}${path.slice(at)}`),
    fc.tuple(fc.nat(8), oddSegments).map(([at, odd]) => path.split('/').toSpliced(at, 0, odd).join('/')),
    fc.tuple(fc.nat(8), oddSegments).map(([at, odd]) => path.split('/').toSpliced(at, 1, odd).join('/')),
    fc.array(oddSegments, { minLength: 1, maxLength: 12 }).map(odd => `/${odd.join('/')}`),
    fc.tuple(long, fc.boolean()).map(([text, isFirst]) => (isFirst ? `/${text}${path}` : `${path}/${text}`)),
    fc.constantFrom(
      `http://evil.example${path}`,
      `//evil.example${path}`,
      `${path}/`,
      `/${path}`,
      `${path}#x`,
      `?${path}`,
      '*',
    ),
  )

export function arbitraryPath(
  grammar: Grammar,
  { route, place, hostility }: { route: GrammarRoute; place: Place; hostility: Hostility },
): fc.Arbitrary<string> {
  const right = rightPath(grammar, route, place)
  return hostility === 'none' ? right : right.chain(spoiltPath)
}
