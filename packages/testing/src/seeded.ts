// Runs before each test file.
import { relative } from 'node:path'
import { randomOfFile } from './random.ts'

Math.random = randomOfFile(relative(process.cwd(), expect.getState().testPath!)).next
