import path from 'node:path'
import { defaultMemoizeSettings } from '@plenum/core/memoize'
import { type Config, ConfigError, readConfig } from './config.js'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('the configuration (docs/configuration.md)', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      stopDelay: 0,
      stopGrace: 10,
      workers: 1,
      logClients: false,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: path.resolve('var'),
      adminUser: 'admin',
      adminPassword: undefined,
      emptySite: false,
      passwordCost: 15,
      passwordResetLifetime: 86_400,
      trustProxy: false,
      webhookHosts: [],
      workflowsDir: undefined,
      languagesDir: undefined,
      logLevel: 'info',
      maxUpload: 26_214_400,
      answerCacheBytes: 67_108_864,
      answerRoom: 134_217_728,
      voteRateLimit: 0,
      readers: 8,
      longRequests: 2,
      mail: undefined,
      writeWait: 10,
      loginFailures: { name: 10, address: 30 },
      loginLifetime: 43_200,
      passwordChecks: 2,
      maxConnections: 1000,
      pages: true,
      liveStreams: 200,
      language: 'en',
      corsOrigins: [],
      newSiteVariables: [],
      databaseReadUrls: [],
      replicaMaxLag: 1,
      metricsPort: null,
      memoize: defaultMemoizeSettings,
    })
  })

  it('reads all settings', () => {
    const env = {
      PORT: '0',
      HOST: '::1',
      PUBLIC_URL: 'https://conf.example/cms/',
      EMPTY_SITE: '1',
      PAGES: '0',
      PASSWORD_COST: '4',
      TRUST_PROXY: '2',
      LANGUAGES_DIR: './languages',
      LOG_LEVEL: 'warn',
    }
    const expected = {
      port: 0,
      host: '::1',
      publicUrl: 'https://conf.example/cms',
      emptySite: true,
      pages: false,
      passwordCost: 4,
      trustProxy: 2,
      languagesDir: './languages',
      logLevel: 'warn',
    }
    expect(readConfig(env)).toMatchObject(expected)
    expect(readConfig({ TRUST_PROXY: 'loopback' }).trustProxy).toBe('loopback')
    expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
    expect(readConfig({ LANGUAGE: 'pt_BR.UTF-8:en' }).language).toBe('pt-BR')
    expect(readConfig({ CORS_ORIGINS: 'https://a.example, http://b.example:3000' }).corsOrigins).toEqual([
      'https://a.example',
      'http://b.example:3000',
    ])
    expect(readConfig({ WEBHOOK_HOSTS: 'hooks.local, 10.1.0.0/16,::1' }).webhookHosts).toEqual([
      'hooks.local',
      '10.1.0.0/16',
      '::1',
    ])
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'conf.example'],
    ['WEBHOOK_HOSTS', 'http://hooks.local'],
    ['WEBHOOK_HOSTS', 'hooks.local:80'],
    ['WEBHOOK_HOSTS', '10.0.0.0/33'],
    ['PUBLIC_URL', 'ftp://conf.example'],
    ['PUBLIC_URL', 'https://conf.example/?a=1'],
    ['PUBLIC_URL', 'https://conf.example/#a'],
    ['PUBLIC_URL', 'https://ada@conf.example/'],
    ['PUBLIC_URL', 'https://:secret@conf.example/'],
    ['ADMIN_USER', 'a b'],
    ['ADMIN_PASSWORD', 'short'],
    ['EMPTY_SITE', 'maybe'],
    ['PAGES', 'on'],
    ['LIVE_STREAMS', '-1'],
    ['PASSWORD_COST', '3'],
    ['PASSWORD_COST', '21'],
    ['PASSWORD_COST', 'high'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_CLIENTS', 'yes'],
    ['MAX_UPLOAD', '25MB'],
    ['KEPT_ANSWERS', '64MB'],
    ['ANSWER_ROOM', '1000'],
    ['READERS', '1'],
    ['LONG_REQUESTS', '0'],
    ['WRITE_WAIT', '0'],
    ['LOGIN_FAILURES_NAME', '0'],
    ['LOGIN_FAILURES_ADDRESS', 'many'],
    ['PASSWORD_CHECKS', '0'],
    ['MAX_CONNECTIONS', '0'],
    ['STOP_DELAY', '-1'],
    ['STOP_GRACE', '601'],
    ['LANGUAGE', 'deutsch!'],
    ['CORS_ORIGINS', 'www.example.org'],
    ['CORS_ORIGINS', 'https://www.example.org/'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_READ_URL', 'postgres://replica/plenum'],
    ['REPLICA_MAX_LAG', '0.5'],
    ['WORKERS', '0'],
  ])('refuses %s=%s with the name of the setting', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
  })

  it.each([
    ['http://cache.example', 'does not start with redis://'],
    ['redis://cache.example:99999', 'has a port that is not'],
    ['redis://cache.example?password=hunter2', 'user and password belong before the host'],
    ['redis-sentinel://a,b', 'lacks the name of the master'],
    ['redis://a b', 'without spaces'],
  ])('refuses SHARED_MEMOIZE_URL=%s together with other problems, and states the reason', (url, reason) => {
    const problems = problemsOf({ SHARED_MEMOIZE_URL: url, SHARED_MEMOIZE_TTL: 'x', PORT: 'y' })
    const names = problems.map(problem => problem.split(':')[0])
    expect(names.sort()).toEqual(['PORT', 'SHARED_MEMOIZE_TTL', 'SHARED_MEMOIZE_URL'])
    expect(problems.find(problem => problem.startsWith('SHARED_MEMOIZE_URL'))).toContain(reason)
    expect(problems.join()).not.toContain('hunter2')
  })

  it('refuses an unknown setting of the shared cache, and lists the valid ones', () => {
    const [problem = '', ...others] = problemsOf({ SHARED_MEMOIZE_TIMOUT: '1', SHARED_MEMOIZE_SIZE: '' })
    expect(problem).toMatch(/^SHARED_MEMOIZE_TIMOUT: is not a setting\./)
    for (const name of ['URL', 'PREFIX', 'TTL', 'TIMEOUT', 'RETRY_AFTER', 'MAX_SIZE', 'INCLUDE', 'EXCLUDE'])
      expect(problem).toContain(`SHARED_MEMOIZE_${name}`)
    expect(others).toEqual([])
  })

  it('reads email settings from SMTP_URL, MAIL_FROM and PUBLIC_URL, which all require each other', () => {
    const sent = { SMTP_URL: 'smtps://me:hunter2@mail.example', MAIL_FROM: 'Tides <a@example.org>' }
    expect(readConfig({ ...sent, PUBLIC_URL: 'https://conf.example/' }).mail).toEqual({
      url: sent.SMTP_URL,
      from: sent.MAIL_FROM,
      base: 'https://conf.example',
    })
    expect(readConfig({ MAIL_FROM: 'a@example.org' }).mail).toBeUndefined()
    expect(problemsOf(sent)).toEqual([expect.stringMatching(/^PUBLIC_URL: is required/)])
    const problems = problemsOf({ SMTP_URL: 'me:hunter2@mail.example', MAIL_FROM: 'me' })
    expect(problems.map(problem => problem.split(':')[0])).toEqual(['MAIL_FROM', 'SMTP_URL', 'PUBLIC_URL'])
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each(['smtp://mail.example', 'smtps://me:hunter2@mail.example'])('accepts the mail server SMTP_URL=%s', url => {
    const env = { SMTP_URL: url, MAIL_FROM: 'a@example.org', PUBLIC_URL: 'https://conf.example' }
    expect(readConfig(env).mail?.url).toBe(url)
  })

  it('accepts several database replicas, and rejects an invalid replica without naming valid replicas', () => {
    const DATABASE_URL = 'postgres://primary/plenum'
    const DATABASE_READ_URL = 'postgres://one/plenum, postgres://two/plenum'
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({
      databaseReadUrls: ['postgres://one/plenum', 'postgres://two/plenum'],
      replicaMaxLag: 1,
    })
    const problems = problemsOf({
      DATABASE_URL,
      DATABASE_READ_URL: 'postgres://one/plenum,mysql://u:hunter2@two/plenum',
    })
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_READ_URL: must be a comma-separated list of URLs/)])
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each([
    [{ PORT: '9000', METRICS_PORT: '9000' }, ['METRICS_PORT: must differ from PORT.']],
    [{ METRICS_PORT: '8080' }, ['METRICS_PORT: must differ from PORT.']],
    [{ PORT: '9000', METRICS_PORT: '9001' }, []],
    [{ PORT: '0', METRICS_PORT: '0' }, []],
    [{ PORT: '8080', METRICS_PORT: '' }, []],
  ])('serves metrics on another port than the site: %j', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems)
  })

  it.each<[string, string, keyof Config, number]>([
    ['PORT', '65535', 'port', 65_535],
    ['MAX_UPLOAD', '1073741824', 'maxUpload', 2 ** 30],
    ['KEPT_ANSWERS', '0', 'answerCacheBytes', 0],
    ['ANSWER_ROOM', '65536', 'answerRoom', 65_536],
    ['WORKERS', '128', 'workers', 128],
    ['READERS', '2', 'readers', 2],
    ['WRITE_WAIT', '3600', 'writeWait', 3600],
    ['LOGIN_LIFETIME', '60', 'loginLifetime', 60],
    ['PASSWORD_RESET_LIFETIME', '3600', 'passwordResetLifetime', 3600],
    ['STOP_GRACE', '600', 'stopGrace', 600],
    ['VOTE_RATE_LIMIT', '1000000', 'voteRateLimit', 1_000_000],
    ['PASSWORD_COST', '20', 'passwordCost', 20],
  ])('accepts the bound %s=%s', (name, value, key, number) => {
    expect(readConfig({ [name]: value })[key]).toBe(number)
  })

  it.each([
    ['', 'en'],
    ['C', 'en'],
    ['C.UTF-8', 'en'],
    ['de', 'de'],
    ['pt_BR', 'pt-BR'],
    ['de:en', 'de'],
  ])('reads from LANGUAGE=%s the language %s', (text, language) => {
    expect(readConfig({ LANGUAGE: text }).language).toBe(language)
  })

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('reads EMPTY_SITE=%s as %s', (text, isSet) => {
    expect(readConfig({ EMPTY_SITE: text }).emptySite).toBe(isSet)
  })

  it('reports all problems together', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'db' })
    expect(problems.map(problem => problem.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL'])
  })

  it('never repeats a password, even if it is in an address', () => {
    const problems = problemsOf({ ADMIN_PASSWORD: 'hunter2', PUBLIC_URL: 'https://ada:hunter2@conf.example' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hunter2')
  })
})
