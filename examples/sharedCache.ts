import { createMemoizer, type MemoizeStatus } from '@plenum/memoize'
import { expressHandler } from '@plenum/memoize/handlers'
import { shareThroughRedis } from '@plenum/redis-store'
import express, { type Express, type Request } from 'express'

/** Returns the counters of all functions in the Prometheus text format. */
const metricsOf = ({ functions }: MemoizeStatus): string =>
  Object.entries(functions)
    .flatMap(([name, { counters }]) =>
      Object.entries(counters).map(([key, count]) => `memoize_total{function="${name}",outcome="${key}"} ${count}\n`),
    )
    .join('')

/** Opens one of several processes that compute each forecast only once and share it through Redis. */
export function openForecasts(
  url: string,
  fetchForecast: (city: string) => Promise<string>,
  isAdmin: (req: Request) => boolean,
): { readonly app: Express; settled(): Promise<void>; close(): Promise<void> } {
  const settings = { url, prefix: 'weather' }
  const shared = shareThroughRedis(settings)
  const memoizer = createMemoizer({ settings, shared })
  const forecast = memoizer.memoize({ name: 'forecast', ttl: 600 }, fetchForecast)
  const app = express()
  app.get('/forecast/:city', async (req, res) => res.json(await forecast(req.params.city)))
  app.get('/metrics', async (_req, res) => res.type('text/plain').send(metricsOf(await memoizer.status())))
  app.use('/cache', express.json(), expressHandler<Request>({ memoizer, permit: isAdmin }))
  const close = async () => {
    await memoizer.settled()
    await shared.store.close()
  }
  return { app, settled: memoizer.settled, close }
}
