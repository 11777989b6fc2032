it('shares the results of a function through a store', async () => {
  await (await import('../examples/memoize.js')).checked
})
