it('presents the chain of an object with two workflows and the available transitions', async () => {
  await import('../examples/workflow.js')
})
