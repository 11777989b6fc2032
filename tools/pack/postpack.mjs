// After `npm pack` and `npm publish` of core: in the repository, the documents stand in one place.
import { rmSync } from 'node:fs'

rmSync('docs', { recursive: true, force: true })
