it('groups sponsors by level and compares benefits', async () => {
  await import('../examples/sponsors.js')
})
