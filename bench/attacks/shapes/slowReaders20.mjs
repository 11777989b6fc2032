import { slowReaders } from '../slowReaders.mjs'

export const shape = slowReaders(20)
