import { judge, type Verdict } from './judge.js'

it.each<[string, Verdict]>([
  ['/^a+$/', 'linear'],
  ['/a/g', 'linear'],
  ['/\\s+$/', 'polynomial'],
  ['/<[^>]*>/g', 'polynomial'],
  ['/(?:a|b)*\\/c/i', 'polynomial'],
  ['/^(a+)+$/', 'exponential'],
  ['/(?<=a/', 'unknown'],
])('%s takes %s time', async (expression, verdict) => {
  expect(await judge(expression)).toBe(verdict)
})
