it('lays a programme out on a grid', async () => {
  await import('../examples/schedule.js')
})
