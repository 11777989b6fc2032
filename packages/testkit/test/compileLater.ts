import { setFlagsFromString } from 'node:v8'

// Loaded into every test file. Most functions of a test run a few times only: to compile them to machine code as soon as in
// a server costs a tenth of the processor time of all tests.
setFlagsFromString('--interrupt-budget=1000000')
