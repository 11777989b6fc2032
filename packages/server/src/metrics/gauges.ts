import { Counter, Gauge, type Registry } from 'prom-client'

interface Figure {
  readonly name: string
  readonly help: string
  /** Called when the metrics are read. */
  read(): number
}

/** A value that goes up and down. */
export function addGauge(registry: Registry, { name, help, read }: Figure): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** A monotonic counter whose value is counted elsewhere. */
export function addCounter(registry: Registry, { name, help, read }: Figure): void {
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
