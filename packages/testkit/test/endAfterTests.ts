import { endAll } from '../src/endWithUs.js'

// Loaded into every test file: a process that a failed test has left would keep the test runner from ending.
afterAll(endAll)
