// Runs after `npm pack` and `npm publish`. Removes the copy of the documents, because the repository contains them only
// once, and restores the manifest that `prepack` has replaced.
import { existsSync, renameSync, rmSync } from 'node:fs'

rmSync('docs', { recursive: true, force: true })
if (existsSync('package.json.workspace')) renameSync('package.json.workspace', 'package.json')
