import type { Commit } from '@plenum/core/ports'

export type Refusal = Extract<Commit, { ok: false }>['reason']
