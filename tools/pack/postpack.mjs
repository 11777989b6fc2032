// After `npm pack` and `npm publish` of core: removes the copy of the documents, which the repository has only once.
import { rmSync } from 'node:fs'

rmSync('docs', { recursive: true, force: true })
