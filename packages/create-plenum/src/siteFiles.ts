import type { Files } from './createFolder.js'
import { registrySources, type Sources } from './packageSources.js'

/** Returns the files of a new project whose site is started with `plenum serve`. */
export function siteFiles(name: string, tarballs: Sources | null): Files {
  const manifest = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22' },
    scripts: { start: 'plenum --env-file plenum.env serve', doctor: 'plenum --env-file plenum.env doctor' },
    dependencies: tarballs ?? registrySources(['@plenum/server']),
  }
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules/\nvar/\n*.env\n*.plenum\n',
    'README.md': readme(name),
  }
}

const readme = (name: string): string => `# ${name}

A site with Plenum.

\`\`\`sh
npm install
npx plenum init          # asks five questions and writes plenum.env
npm start                # prints the URL, and the password of the administrator at the first start
npm run doctor           # reports problems and remedies
npx plenum --env-file plenum.env backup garden.plenum
\`\`\`

The file plenum.env contains the settings, and possibly passwords. Do not commit it.
`
