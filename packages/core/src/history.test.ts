it('merges records of workflows with versions, newest first', async () => {
  await import('../examples/history.js')
})
