it('decides a vote', async () => {
  await import('../examples/polls.js')
})
