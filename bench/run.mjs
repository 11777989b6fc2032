// `npm run bench`: what requests cost. `npm run bench -- attacks [part of a name …]`: what attacks do to others.

await import(process.argv[2] === 'attacks' ? './attacks/run.mjs' : './costs.mjs')
