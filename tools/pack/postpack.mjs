// Runs after `npm pack` and `npm publish` of core. Removes the copy of the documents, because the repository contains
// them only once.
import { rmSync } from 'node:fs'

rmSync('docs', { recursive: true, force: true })
