import { ConfigError, readConfig } from '../config.js'
import { recordReads } from './recordReads.js'

const settings = (() => {
  const { env, names } = recordReads({})
  readConfig(env)
  return [...names]
})()

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('an unknown setting (docs/configuration.md)', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['EMPTYSITE', 'EMPTY_SITE'],
    ['ADMIN_PASWROD', 'ADMIN_PASSWORD'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['LANGUAGE_DIR', 'LANGUAGES_DIR'],
    ['database_url', 'DATABASE_URL'],
    ['SHARD_MEMOIZE_URL', 'SHARED_MEMOIZE_URL'],
    ['PLENUM_DATA_DIR', 'DATA_DIR'],
    ['PLENUM_PORT', 'PORT'],
    ['PLENUM_DATADIR', 'DATA_DIR'],
  ])('prevents the start if %s resembles %s', (name, meant) => {
    expect(problemsOf({ [name]: 'geheim' })).toEqual([
      `${name}: is not a setting; did you mean ${meant}? Rename the variable, or unset it.`,
    ])
  })

  it('is reported with all other faults, without its value', () => {
    const problems = problemsOf({
      DATABSE_URL: 'postgres://a:geheim@db/x',
      EMPTYSITE: '1',
      PORT: 'x',
      PLENUM_X: 'geheim',
    })
    expect(problems.map(problem => problem.split(':')[0])).toEqual(['PORT', 'DATABSE_URL', 'EMPTYSITE', 'PLENUM_X'])
    expect(problems.join()).not.toContain('geheim')
  })

  it('is reported once if it has the prefix of the shared cache', () => {
    expect(problemsOf({ SHARED_MEMOIZE_ULR: 'x' })).toEqual([expect.stringContaining('SHARED_MEMOIZE_URL')])
  })

  it('is considered unset if it is empty', () => {
    expect(problemsOf({ DATABSE_URL: '', PLENUM_X: '' })).toEqual([])
  })

  it('is detected with one wrong letter at any position of any setting', () => {
    const missed = settings
      .filter(setting => setting.length > 5 && !setting.startsWith('SHARED_MEMOIZE_'))
      .flatMap(setting => [...setting].map((_, i) => `${setting.slice(0, i)}${setting.slice(i + 1)}`))
      .filter(name => !settings.includes(name) && problemsOf({ [name]: '1' }).length !== 1)
    expect(missed).toEqual([])
  })

  it('of other software does not prevent the start', () => {
    const env = Object.fromEntries(otherSoftware.split(/\s+/).map(name => [name, 'x']))
    expect(problemsOf(env)).toEqual([])
  })

  it('that a cluster sets for a service named plenum does not prevent the start', () => {
    const env = {
      PLENUM_SERVICE_HOST: '10.0.0.1',
      PLENUM_SERVICE_PORT: '80',
      PLENUM_SERVICE_PORT_HTTP: '80',
      PLENUM_PORT: 'tcp://10.0.0.1:80',
      PLENUM_PORT_80_TCP: 'tcp://10.0.0.1:80',
      PLENUM_PORT_80_TCP_ADDR: '10.0.0.1',
      PLENUM_NAME: '/web/plenum',
      PLENUM_ENV_PATH: '/bin',
    }
    expect(problemsOf(env)).toEqual([])
  })
})

const otherSoftware = `
  HOME PATH PWD OLDPWD USER LOGNAME SHELL SHLVL TERM LANG LC_ALL LC_CTYPE LC_MESSAGES TZ MAIL MAILPATH MAILCHECK PAGER
  MANPAGER EDITOR VISUAL DISPLAY WAYLAND_DISPLAY XAUTHORITY TMPDIR TMP TEMP TMOUT HOSTNAME HOSTTYPE HOSTALIASES MACHTYPE OSTYPE COLUMNS LINES
  PS1 PS2 IFS CDPATH ENV BASH_ENV HISTFILE HISTSIZE LS_COLORS LESS LESSOPEN MORE NO_COLOR FORCE_COLOR COLORTERM CI DEBUG TEST ROOT MODE
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_UNIQUE_ID NODE_CHANNEL_FD NODE_VERSION YARN_VERSION
  NODE_REPL_HISTORY UV_THREADPOOL_SIZE INIT_CWD COLOR npm_config_user_agent npm_config_loglevel npm_config_port npm_lifecycle_event
  npm_package_json npm_execpath npm_node_execpath npm_config_cache npm_config_prefix npm_command
  PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE PGPASSFILE PGSERVICE PGOPTIONS PGAPPNAME PGTZ POSTGRES_USER
  POSTGRES_PASSWORD POSTGRES_DB POSTGRES_HOST POSTGRES_PORT REDIS_URL REDIS_HOST REDIS_PORT REDIS_PASSWORD VALKEY_URL
  MYSQL_HOST DB_HOST DB_PORT DB_URL DB_USER DB_PASSWORD DB_NAME SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_FROM SMTP_TLS SMTP_SSL
  MAIL_HOST MAIL_PORT MAIL_USER MAIL_PASSWORD MAIL_TO EMAIL_FROM EMAIL XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME
  XDG_DATA_DIRS XDG_CACHE_HOME XDG_STATE_HOME XDG_SESSION_ID XDG_SESSION_TYPE XDG_SEAT DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK
  SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND INVOCATION_ID JOURNAL_STREAM
  NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC LISTEN_FDS LISTEN_PID LISTEN_FDNAMES MAINPID MANAGERPID SYSTEMD_EXEC_PID STATE_DIRECTORY
  CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP POD_NAME POD_IP POD_NAMESPACE
  DOCKER_HOST DOCKER_CONFIG CONTAINER container HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE GIT_DIR GIT_AUTHOR_NAME GIT_EDITOR GITHUB_TOKEN GITHUB_ACTIONS GITLAB_CI AWS_REGION
  AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME
  SENTRY_DSN PROMETHEUS_PORT METRICS_PATH LOG_FILE LOG_DIR LOG_FORMAT LD_LIBRARY_PATH LD_PRELOAD MALLOC_ARENA_MAX MALLOC_CONF
  FAKETIME PYTHONPATH JAVA_HOME GOPATH DENO_DIR BUN_INSTALL NVM_DIR NVM_BIN PM2_HOME PM2_USAGE DYNO WEB_CONCURRENCY WEB_MEMORY
  RENDER FLY_REGION RAILWAY_ENVIRONMENT VERCEL JEST_WORKER_ID RAZZLE_API_PATH RAZZLE_PUBLIC_URL APP_PORT API_PORT HTTP_PORT HTTP_HOST
  VIRTUAL_HOST VIRTUAL_PORT LETSENCRYPT_HOST GHOST VHOST HOSTFILE WORKDIR BACKUP_DIR CACHE_DIR CONFIG_DIR TEMP_DIR BASE_DIR STATE_DIR
  _ TERM_PROGRAM VTE_VERSION TMUX STY WINDOWID GPG_TTY DESKTOP_SESSION GDMSESSION SESSION_MANAGER GTK_MODULES QT_ACCESSIBILITY
  MAX_MEMORY MAX_WORKERS WEB_WORKERS API_URL BASE_URL SITE_URL AMQP_URL HTTP_URL FTP_URL SFTP_URL IMAP_URL HEADERS POST PAGE MAX_LOAD DATABASE_SSL APP_URL SERVER_URL TRUSTED_PROXIES CORS_ALLOW_ORIGIN`.trim()
