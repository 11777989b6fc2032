import { Counter, Gauge, type Registry } from 'prom-client'

interface Figure {
  readonly name: string
  readonly help: string
  /** Called when somebody looks. */
  read(): number
}

/** A figure that goes up and down. */
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

/** A figure that only grows, and that something else counts. */
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
