it('lays out a programme on a grid', async () => {
  await import('../examples/schedule.js')
})
