import { endAll } from '../src/endWithUs.js'

// This file is loaded into every test file, because a process that a failed test has left behind would prevent the test
// runner from ending.
afterAll(endAll)
