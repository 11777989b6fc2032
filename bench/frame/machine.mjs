import { cpus, totalmem } from 'node:os'

export function machine() {
  const processors = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} processors ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  }
}
