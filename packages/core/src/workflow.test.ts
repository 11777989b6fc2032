it('tells the chain of an object with two workflows, and what may follow', async () => {
  await import('../examples/workflow.js')
})
