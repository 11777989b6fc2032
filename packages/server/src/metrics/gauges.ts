import { Counter, Gauge, type Registry } from 'prom-client'

/** Help texts by the names of metrics, with a function that is called when the metrics are read. */
type Figures = Readonly<Record<string, readonly [help: string, read: () => number]>>

/** Values that go up and down. */
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

/** Monotonic counters whose values are counted elsewhere. */
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
