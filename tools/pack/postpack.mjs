// Runs after `npm pack` and `npm publish`. Removes the copies of documents and declarations, because the repository
// must contain each of them only once, and restores the manifest that `prepack` has replaced.
import { existsSync, renameSync, rmSync } from 'node:fs'

for (const copies of ['docs', 'types']) rmSync(copies, { recursive: true, force: true })
if (existsSync('package.json.workspace')) renameSync('package.json.workspace', 'package.json')
