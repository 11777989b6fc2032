// `npm run bench`: what requests cost. `-- attacks [part of a name …]`: what attacks do to others. `-- growth [part of a
// name]`: how requests grow with the site.

const programs = { attacks: './attacks/run.mjs', growth: './growth.mjs' }

await import(programs[process.argv[2]] ?? './costs.mjs')
