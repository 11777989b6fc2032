import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { asOwner, type HtmlPages, languageNegotiator } from '@plenum/core'
import {
  type AppOptions,
  cacheAnswers,
  createAnswerBudget,
  createApp,
  createServer,
  drainConnections,
  feedRoutes,
  stopListening,
} from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import {
  deliverWebhooks,
  eraseDeletedFiles,
  extendDaily,
  imageProblem,
  openOutbound,
  runDueTransitions,
  trimChanges,
} from '@plenum/platform'
import type { Logger } from 'pino'
import { compose, type Output } from './compose.js'
import type { Config } from './config.js'
import { databaseLocation } from './database.js'
import { createHealth } from './health/health.js'
import { catalogsOf } from './languages/loadCatalogs.js'
import { listen, requireFreePorts, requireSilentPorts, urlOf } from './listeners.js'
import { logRefused, watchRequests } from './logRequests.js'
import { openOutbox } from './mail/openOutbox.js'
import { languageFor } from './mail/releaseMail.js'
import { sendMails } from './mail/sendMails.js'
import { logSharedCache, openMemoizer } from './memoize/openMemoizer.js'
import type { Metrics } from './metrics/createMetrics.js'
import { serveMetrics } from './metrics/metricsServer.js'
import { holdsSite } from './postgresDatabase.js'
import { logReplicas } from './replicas/logReplicas.js'
import { ignoredVariables } from './settings/newSiteVariables.js'
import { openCounts } from './sharedCounts.js'
import { whenAborted } from './stopSignals.js'
import { openLargeBodies } from './uploads/openLargeBodies.js'
import { countsOfPrimary } from './workers/countTogether.js'
import { workflowWarnings } from './workflows/workflowWarnings.js'

export interface RunningServer {
  readonly url: string
  /**
   * Stops the service. For `STOP_DELAY` seconds, the server continues to serve requests but reports that it is not
   * ready. Then, the server refuses new connections, waits up to `STOP_GRACE` seconds for running requests, and closes
   * the data.
   */
  stop(): Promise<void>
  readonly metrics: Metrics | undefined
}

interface Worker {
  readonly isFirst: boolean
  readonly leads: Promise<void>
  readonly otherWorkersClosed: () => Promise<void>
}

interface Surroundings {
  readonly log: Logger
  readonly output: Output
  /** Called if this process has created the site and printed the administrator's password. */
  readonly onNewSite?: () => void
  /**
   * The properties of this worker if several processes serve requests. Only the first worker checks the site data and
   * logs warnings.
   */
  readonly worker?: Worker
}

export async function serve(config: Config, { log, output, worker, onNewSite }: Surroundings): Promise<RunningServer> {
  const isFirst = worker?.isFirst ?? true
  const catalogs = catalogsOf(config)
  const memoizing = openMemoizer(config.memoize, log, catalogs)
  const servers: Server[] = []
  // The cache is closed before the data, because running cache writes still need the data.
  const stores: Close[] = [memoizing.close]
  let isStopping = false
  const stopping = new AbortController()
  const stop = () => {
    isStopping = true
    // This signal also stops background tasks, which would otherwise never end.
    stopping.abort()
    return withinGrace(1000 * config.stopGrace, async graceOver => {
      const open = servers.splice(0)
      await Promise.all(open.map(stopListening))
      await worker?.otherWorkersClosed()
      await Promise.all(open.map(server => drainConnections(server, graceOver)))
      for (const close of stores.splice(0)) await close(graceOver)
    })
  }
  try {
    // The ports are checked before a site is created or upgraded, because the start would otherwise fail after these
    // changes.
    if (isFirst) await ((await holdsSite(config)) ? requireSilentPorts : requireFreePorts)(config)
    const outbox = config.mail && openOutbox(config.mail, log)
    let isNewSite = false
    const noteNewSite = (): void => {
      isNewSite = true
      onNewSite?.()
    }
    const service = await compose(config, output, {
      memoizing,
      mailer: outbox?.mailer,
      isFirst,
      onNewSite: noteNewSite,
      // Only the first worker upgrades the database. A worker that replaces another one may run newer program files
      // and must not upgrade the database while the remaining workers use it.
      upgrades: isFirst,
      onUpgraded: upgrade => log.info(upgrade, 'upgraded'),
    })
    if (isFirst) log.info(databaseLocation(config), 'store')
    const ignored = isFirst && !isNewSite ? ignoredVariables(config.newSiteVariables) : null
    if (ignored) log.warn(ignored)
    if (outbox) stores.push(outbox.close)
    if (config.mail) {
      const sending = sendMails(service.site, {
        settings: config.mail,
        chooseLanguage: languageFor(languageNegotiator(service.site, catalogs)),
        ...{ signal: stopping.signal, log },
      })
      stores.push(graceOver => Promise.race([sending, whenAborted(graceOver)]))
    }
    const erasing = eraseDeletedFiles(service.site, { signal: stopping.signal })
    stores.push(() => erasing)
    const delivering = deliverWebhooks(service.site, {
      outbound: openOutbound({ allowed: config.webhookHosts }),
      signal: stopping.signal,
      onError: err => log.error({ err }, 'webhooks'),
    })
    stores.push(() => delivering)
    if (isFirst) {
      const extending = extendDaily(service.site, {
        signal: stopping.signal,
        onError: err => log.error({ err }, 'recurring events'),
      })
      stores.push(() => extending)
      const trimming = trimChanges(service.site, { signal: stopping.signal })
      stores.push(() => trimming)
    }
    const transitions = runDueTransitions(service.site, {
      signal: stopping.signal,
      onError: (err, path) => log.error({ err, path }, path === undefined ? 'timed transitions' : 'timed transition'),
      leads: worker?.leads,
    })
    stores.push(() => transitions)
    stores.push(service.close)
    stores.push(logReplicas(service.replicas, log).end)
    if (isFirst && (await asOwner(service.site, 'getWorkflowPlans')).paused)
      log.warn('Planned and timed transitions are paused, as after a restore: see `plenum workflow resume`.')
    if (isFirst) for (const line of (await asOwner(service.site, 'listTypes')).flatMap(workflowWarnings)) log.warn(line)
    const bodies = openLargeBodies()
    stores.push(bodies.close)
    const counting = openCounts(config.memoize, service.minuteCounts ?? (worker && countsOfPrimary()))
    stores.push(counting.close)
    const { visitorSites } = service
    const answerBudget = createAnswerBudget({ bytes: Math.floor(config.answerRoom / config.workers) })
    const options = {
      answerBudget,
      ...appOptions(config, log, { catalogs, parseLargeBody: bodies.parse, readLargeFile: bodies.readFile }),
      ...(counting.counts ? { counts: counting.counts } : {}),
      ...(config.pages ? { html: await loadPages(), liveStreams: config.liveStreams, stopping: stopping.signal } : {}),
      ...(visitorSites ? { visitorSites } : {}),
    }
    const answers = cacheAnswers(service.site, config.answerCacheBytes, options)
    const measured = {
      memoize: () => memoizing.memoizer.status(),
      answers: answers.counts,
      answerBudget: answerBudget.counts,
      ...service,
    }
    // The module is imported lazily, because it is needed only if metrics are configured.
    const metrics =
      config.metricsPort === null ? undefined : (await import('./metrics/createMetrics.js')).createMetrics(measured)
    const health = createHealth(service.isSchemaCurrent)
    const server = createServer(createApp(service.site, { ...options, answers }), {
      answers,
      answerFirst: health.answer,
      maxConnections: config.maxConnections,
      onRequest: watchRequests({
        log,
        countRequest: metrics?.countRequest,
        mayBePoll: config.logClients ? service.mayBePoll : undefined,
      }),
      onRefused: logRefused(log),
    })
    if (metrics && !worker) servers.push(await serveMetrics(metrics, config, log))
    await listen(server, config)
    servers.push(server)
    // The status is not awaited, because the cache server may take a long time to reply.
    void memoizing.memoizer.status().then(status => isStopping || logSharedCache(status, log))
    if (isFirst) void warnOfImages(log)
    const stopLater = async () => {
      health.stopping()
      await delay(1000 * config.stopDelay)
      await stop()
    }
    return { url: urlOf(server, config.host), stop: stopLater, metrics }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Logs a warning if images cannot be scaled. Without this warning, a missing library would not be noticed until the
 * first image has to be scaled.
 */
async function warnOfImages(log: Logger): Promise<void> {
  const problem = await imageProblem()
  if (problem) log.warn(`Images are served at their original size because they cannot be scaled: ${problem.message}`)
}

/** Closes a part of the service. After the signal has been aborted, the function must not wait any longer. */
type Close = (graceOver: AbortSignal) => Promise<void>

async function withinGrace(milliseconds: number, task: Close): Promise<void> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), milliseconds)
  await task(ending.signal).finally(() => clearTimeout(timer))
}

const appOptions = (config: Config, log: Logger, others: AppOptions): AppOptions => ({
  ...others,
  trustProxy: config.trustProxy,
  maxUpload: config.maxUpload,
  voteRateLimit: config.voteRateLimit,
  loginFailures: config.loginFailures,
  routes: feedRoutes(feeds),
  corsOrigins: config.corsOrigins,
  onError: (error, id) => log.error({ id, err: error }, 'fault'),
  ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
})

/** Imports the pages lazily, because only the running service needs them. */
const loadPages = async (): Promise<HtmlPages> => (await import('@plenum/pages')).pages
