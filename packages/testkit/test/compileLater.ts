import { setFlagsFromString } from 'node:v8'

// This file is loaded before each test file. Most functions run only a few times in a test, so compiling them to machine
// code as early as on a server would take a tenth of the CPU time of all tests. Node 22 and newer reject this flag.
if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString('--interrupt-budget=1000000')
