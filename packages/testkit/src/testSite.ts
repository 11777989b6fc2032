import { createHash, createHmac } from 'node:crypto'
import {
  type AnswerOf,
  anonymous,
  type Caller,
  createScheduler,
  createSite,
  type Extensions,
  type InputOf,
  type Instant,
  type Mailer,
  type Member,
  type Memoizing,
  memoryContentStore,
  memoryStore,
  memoryUserDirectory,
  type OperationName,
  type Platform,
  type ReadUpload,
  type Scheduler,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { sha256 } from './memoizeInstances.js'
import { plainTokens } from './plainTokens.js'
import { otherStore } from './storeOfRun.js'

export const password = 'Secret-password-1'

/** The users of a test site and their global roles. All users have the same password. */
export const testRoles = {
  mia: ['Member'],
  rex: ['Member', 'Reviewer'],
  edi: ['Member', 'Editor'],
  con: ['Member', 'Contributor'],
  rea: ['Member', 'Reader'],
  sia: ['Member', 'Site Administrator'],
  max: ['Member', 'Manager'],
} as const

export type TestUser = keyof typeof testRoles

export interface TestClock {
  now: Instant
}

export interface TestSite {
  readonly site: Site
  readonly platform: Platform
  /** A clock that starts at 2027-01-01T00:00:00Z and advances only on request. */
  readonly clock: TestClock
  /** Runs an operation as a user, or as a visitor if `as` is omitted. */
  run<N extends OperationName>(
    name: N,
    path: string,
    at: { readonly as?: TestUser; readonly input: InputOf<N> },
  ): Promise<AnswerOf<N>>
}

export interface TestSiteOptions {
  readonly store?: Platform['store']
  readonly users?: Platform['users']
  readonly webhooks?: NonNullable<Platform['webhooks']>
  readonly mails?: NonNullable<Platform['mails']>
  readonly pendingUploads?: NonNullable<Platform['pendingUploads']>
  readonly whole?: NonNullable<Platform['whole']>
  readonly extensions?: Extensions
  readonly memoizing?: Memoizing
  readonly mailer?: Mailer
  readonly programmes?: NonNullable<Platform['programmes']>
  /** The tags of the languages that the site supports in addition to English. Defaults to none. */
  readonly languages?: readonly string[]
  /** The scheduler. By default, each site has a separate scheduler. */
  readonly scheduler?: Scheduler
  readonly cleanLongHtml?: Platform['cleanLongHtml']
  /** The seed of the random bytes. Sites with the same seed generate the same bytes. */
  readonly seed?: string
}

export const testBase = 'http://site.example'

export function testMember(name: TestUser): Member {
  return { kind: 'member', id: name, fullname: `${name} Test`, roles: testRoles[name], groups: [] }
}

/**
 * Creates an empty site with users. By default, the site has an in-memory store or the store of this test run, a manual
 * clock, sequential UIDs and plain-text passwords.
 */
export async function createTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const clock: TestClock = { now: Date.UTC(2027, 0, 1) }
  const platform = testPlatform(clock, { ...(await placeOf(options)), ...options })
  const site = createSite(platform, options.extensions)
  await site.initialize({ title: 'Site', creator: 'max' })
  for (const [username, roles] of Object.entries(testRoles)) {
    await site.createUser({ username, email: `${username}@example.org`, password, fullname: `${username} Test`, roles })
  }
  const run: TestSite['run'] = (name, path, { as, input }) => {
    const caller: Caller = as === undefined ? anonymous : testMember(as)
    return site.run(name, { path, caller, input: () => input, base: testBase, translate: translateEnglish })
  }
  const { languages } = options
  if (languages) {
    const input = { availableLanguages: ['en', ...languages], useRequestNegotiation: true }
    await run('setLanguageSettings', '/', { as: 'max', input })
  }
  return { site, platform, clock, run }
}

/**
 * Returns the stores of a test site. Defaults to the store of this test run and, if none is set, to an in-memory store.
 */
async function placeOf({
  store,
  users,
}: TestSiteOptions): Promise<Pick<TestSiteOptions, 'store' | 'users' | 'webhooks' | 'mails' | 'pendingUploads'>> {
  if (store || users) return {}
  const { content, users: people, ...others } = (await otherStore()?.open()) ?? memoryStore()
  const { webhooks, mails, pendingUploads } = others
  return {
    store: content,
    users: people,
    ...(webhooks ? { webhooks } : {}),
    ...(mails ? { mails } : {}),
    ...(pendingUploads ? { pendingUploads } : {}),
  }
}

function processScheduler(): Scheduler {
  return createScheduler({ now: () => performance.now(), nextSlice: callback => void setImmediate(callback) })
}

function testPlatform(
  clock: TestClock,
  {
    store,
    users,
    webhooks,
    mails,
    pendingUploads,
    whole,
    memoizing,
    mailer,
    programmes,
    seed = '',
    scheduler = processScheduler(),
    cleanLongHtml,
  }: TestSiteOptions,
): Platform {
  let uids = 0
  let bytes = 0
  return {
    store: store ?? memoryContentStore(),
    users: users ?? memoryUserDirectory(),
    ...(webhooks ? { webhooks } : {}),
    ...(mails ? { mails } : {}),
    ...(pendingUploads ? { pendingUploads } : {}),
    ...(whole ? { whole } : {}),
    ...(memoizing ? { memoizing } : {}),
    ...(mailer ? { mailer } : {}),
    ...(programmes ? { programmes } : {}),
    scheduler,
    now: () => clock.now,
    newUid: () => {
      uids += 1
      return uids.toString(16).padStart(32, '0')
    },
    randomBytes: count => {
      bytes += 1
      return createHash('shake256', { outputLength: count }).update(`${seed}${bytes}`).digest()
    },
    digest: sha256,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    transliterate: text => text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss'),
    readUpload: readTestUpload,
    cleanHtml: withoutScripts,
    ...(cleanLongHtml ? { cleanLongHtml } : {}),
    hashPassword: async secret => `plain:${secret}`,
    verifyPassword: async (secret, hash, watch = check => check()) => watch(async () => hash === `plain:${secret}`),
    dummyHash: 'none',
    tokens: plainTokens,
  }
}

function withoutScripts(html: string): string {
  const [before = '', ...scripts] = html.split('<script')
  return before + scripts.map(script => script.split('</script>').slice(1).join('</script>')).join('')
}

/** Reads an uploaded file. PNG is the only supported image format. */
function readTestUpload(data: string): ReadUpload | undefined {
  if (!/^[\w+/]*={0,2}$/.test(data)) return undefined
  const bytes = Buffer.from(data, 'base64')
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG' && bytes.length >= 24
  const image = isPng
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), contentType: 'image/png' }
    : null
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, image }
}

/** Adds an object as the user max, publishes it and returns its path. */
export async function addPublished(
  { run }: Pick<TestSite, 'run'>,
  container: string,
  body: InputOf<'addContent'>,
): Promise<string> {
  const { path } = await run('addContent', container, { as: 'max', input: body })
  await run('transitionContent', path, { as: 'max', input: { transition: 'publish', body: {} } })
  return path
}
