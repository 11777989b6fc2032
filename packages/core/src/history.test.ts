it('merges what workflows recorded with the versions, the newest first', async () => {
  await import('../examples/history.js')
})
