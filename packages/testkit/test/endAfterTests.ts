import { endAll } from '../src/endWithUs.js'

// Loaded into every test file: a process left by a failed test would keep the test runner from ending.
afterAll(endAll)
