import { Counter, Gauge, type Registry } from 'prom-client'

/** Maps metric names to their help text and a function that is called whenever the metrics are read. */
type Figures = Readonly<Record<string, readonly [help: string, read: () => number]>>

export function addGauges(registry: Registry, gauges: Figures): void {
  for (const [name, [help, read]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
}

export function addCounters(registry: Registry, counters: Figures): void {
  for (const [name, [help, read]] of Object.entries(counters))
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
}
